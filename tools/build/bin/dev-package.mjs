#!/usr/bin/env node
import { register } from 'tsx/esm/api';

register();
const { developPackage } = await import('../src/dev-package.ts');
const stop = await developPackage(process.cwd(), process.env.SITE_ORIGIN ?? 'http://localhost:8080');
let stopping;
// Ctrl-C comes twice where a shell passes it on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (stopping ??= stop().finally(() => process.exit(0))));
