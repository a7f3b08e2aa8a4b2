import type { Chapter } from '../requirement';
import { encoding } from './1-encoding';
import { oauth } from './10-oauth';
import { cryptography } from './11-cryptography';
import { communication } from './12-communication';
import { configuration } from './13-configuration';
import { dataProtection } from './14-data';
import { secureCoding } from './15-architecture';
import { securityLogging } from './16-logging';
import { webrtc } from './17-webrtc';
import { validation } from './2-validation';
import { frontend } from './3-frontend';
import { webService } from './4-api';
import { fileHandling } from './5-files';
import { authentication } from './6-authentication';
import { sessions } from './7-sessions';
import { authorization } from './8-authorization';
import { selfContainedTokens } from './9-tokens';

/** OWASP ASVS 5.0.0, levels 1 and 2. */
export const asvs: readonly Chapter[] = [
  ...[encoding, validation, frontend, webService, fileHandling, authentication, sessions, authorization, selfContainedTokens],
  ...[oauth, cryptography, communication, configuration, dataProtection, secureCoding, securityLogging, webrtc],
];
