/** The files of tests that requirements of security refer to, beside those that clauses refer to. */
import { testsOf } from '../clause';

const api = (file: string) => testsOf(`services/api/src/${file}`);
const edge = (file: string) => testsOf(`services/edge/src/${file}`);
const identity = (file: string) => testsOf(`services/identity/src/${file}`);
const platform = (file: string) => testsOf(`services/platform/src/${file}`);
const registry = (file: string) => testsOf(`services/registry/src/${file}`);
const server = (file: string) => testsOf(`services/server/src/${file}`);
const browser = (file: string) => testsOf(`tests/e2e/${file}`);

export const apiConfig = api('faults.test.ts');
export const apiLogs = api('logs.test.ts');
export const apiOpenapi = api('openapi.test.ts');
export const crossOrigin = api('cross-origin.test.ts');
export const deskMembers = api('desk/desk-members.test.ts');
export const deskWrite = api('desk/desk-write.test.ts');
export const apiPrivacy = api('privacy/privacy.test.ts');
export const hostilePhotos = api('photo/hostile-photos.test.ts');

export const assets = edge('assets/asset.test.ts');
export const edgeChoice = edge('edge.choice.test.ts');
export const edgeCookies = edge('document/cookies.test.ts');
export const edgeDocument = edge('document/document.test.ts');
export const inlineScripts = edge('document/inline-scripts.test.ts');
export const edgePreview = edge('edge.preview.test.ts');
export const edgeStorage = edge('edge.storage.test.ts');
export const edgeSite = edge('edge.test.ts');
export const edgeTrust = edge('edge.trust.test.ts');
export const renderer = edge('renderer/renderer.test.ts');

export const accessToken = identity('oidc/access-token.test.ts');
export const account = identity('hosted/account.test.ts');
export const endedUnderWay = identity('oidc/ended-under-way.test.ts');
export const factors = identity('hosted/factors.test.ts');
export const guessing = identity('hosted/lockout.test.ts');
export const htmlTemplates = identity('hosted/pages/html.test.ts');
export const identityAdmin = identity('local-identity-admin.test.ts');
export const identityLogs = identity('logs.test.ts');
export const keyring = identity('crypto/keyring.test.ts');
export const lockout = identity('accounts/lockout.test.ts');
export const passkeys = identity('hosted/passkeys.test.ts');
export const restart = identity('restart.test.ts');
export const sampleAccounts = identity('seed-development-accounts.test.ts');
export const secretHash = identity('crypto/secret-hash.test.ts');
export const securityLog = identity('security/security-log.test.ts');
export const signIns = identity('hosted/sessions.test.ts');
export const signingKeys = identity('oidc/signing-keys.test.ts');
export const totp = identity('crypto/totp.test.ts');
export const upstream = identity('federation/upstream.test.ts');

export const dataLock = platform('data-lock.test.ts');
export const databaseServer = platform('database.postgres.test.ts');
export const http = platform('http.test.ts');
export const httpTrust = platform('http-trust.test.ts');
export const idempotency = platform('idempotency.test.ts');
export const jwt = platform('jwt.test.ts');
export const logging = platform('logging.test.ts');
export const mailSmtp = platform('mail-smtp.test.ts');
export const network = platform('network.test.ts');
export const outbox = platform('outbox.test.ts');
export const outboxLogs = platform('outbox-logs.test.ts');
export const rateLimit = platform('rate-limit.test.ts');
export const rateLimitShared = platform('rate-limit.postgres.test.ts');
export const retention = platform('retention.test.ts');
export const storage = platform('storage.test.ts');

export const commands = registry('revisions/commands.test.ts');
export const registryNotLive = registry('releases/not-live.test.ts');
export const events = registry('revisions/events.test.ts');
export const execute = registry('revisions/execute.postgres.test.ts');
export const killedRegistry = registry('killed.test.ts');
export const registryLogs = registry('logs.test.ts');
export const people = registry('tokens/people.test.ts');
export const publishing = registry('publish/publish.test.ts');
export const sequence = registry('revisions/sequence.test.ts');
export const tokens = registry('tokens/tokens.test.ts');
export const webhookAddresses = registry('webhooks/address-policy.test.ts');
export const webhookSignature = registry('webhooks/signature.test.ts');

export const oneRefresh = testsOf('shared/session/src/one-refresh.test.ts');
export const sequencesModel = testsOf('shared/release-model/src/sequences.test.ts');
export const envelope = testsOf('shared/release-model/src/envelope.test.ts');

export const cognitoSite = server('cognito/cognito-site.test.ts');
export const explainFailure = server('explain-failure.test.ts');
export const operator = server('operator/operator.test.ts');
export const rectification = server('rectification.test.ts');
export const releaseSignIn = server('release-sign-in.test.ts');
export const startServices = server('start-services.postgres.test.ts');
export const troubledStorage = server('troubled-storage.test.ts');

export const accessibility = browser('accessibility.test.ts');
export const blockedCookies = browser('blocked-cookies.test.ts');
export const blockedStorage = browser('blocked-storage.test.ts');
export const hostedPages = browser('identity/hosted-pages.test.ts');
export const releases = browser('releases/releases.test.ts');
export const tampered = browser('releases/tampered.test.ts');
export const unreachableProvider = browser('member/unreachable-provider.test.ts');

export const deskConformance = testsOf('tests/conformance/desk.conformance.test.ts');
export const registryConformance = testsOf('tests/conformance/registry.conformance.test.ts');
export const conformance = testsOf('tests/conformance/pages.conformance.test.ts');
export const killedServer = testsOf('tests/conformance/kill.test.ts');

export const cluster = testsOf('tests/cluster/cluster.test.ts');

export const deployRules = testsOf('tests/rules/deploy.test.ts');
export const migrationRules = testsOf('tests/rules/migrations.test.ts');
export const proxy = testsOf('tests/rules/nginx.test.ts');
export const proxyCache = testsOf('tests/rules/nginx-cache.test.ts');
export const repositoryRules = testsOf('tests/rules/repository.test.ts');

export const openHandles = testsOf('scripts/jest/node-environment.test.ts');
