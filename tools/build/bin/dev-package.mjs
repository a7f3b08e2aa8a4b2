#!/usr/bin/env node
import { register } from 'tsx/esm/api';

register();
const { developPackage } = await import('../src/dev-package.ts');
const stop = await developPackage(process.cwd(), process.env.SITE_ORIGIN ?? 'http://localhost:8080');
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop().finally(() => process.exit(0)));
