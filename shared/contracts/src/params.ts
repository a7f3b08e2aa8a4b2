/** Runtime parameters of the site, served at `/params.json` and inlined into every document. */
import * as z from 'zod/mini';

/** Configuration of the identity provider, in the words of the Amplify library. */
export const authParamsSchema = z.object({
  region: z.string(),
  userPoolId: z.string().check(z.includes('_')),
  userPoolClientId: z.string(),
  identityPoolId: z.optional(z.string().check(z.includes(':'))),
  /** Hosted sign-in page: host, optionally with a port and a path, without a scheme. */
  domain: z.string(),
  scopes: z.array(z.string()),
  /** Addresses of a provider that is not AWS; absent for Amazon Cognito. */
  userPoolEndpoint: z.optional(z.string()),
  identityPoolEndpoint: z.optional(z.string()),
  /** Names of upstream providers to offer beside the default one, in order. */
  providers: z.array(z.string()),
});

export const botCheckParamsSchema = z.union([
  z.object({ kind: z.literal('altcha') }),
  z.object({ kind: z.literal('recaptcha'), siteKey: z.string() }),
]);

export const contactFactsSchema = z.object({
  /** Lines of the mailing address. */
  address: z.array(z.string()),
  email: z.string(),
  phone: z.string(),
  /** Address of an embeddable map, with its scheme. */
  mapUrl: z.string().check(z.refine((url) => /^https?:/.test(url) && URL.canParse(url), 'not an address with http or https')),
});

export const paramsSchema = z.object({
  brand: z.string().check(z.minLength(1)),
  /** Public origin of the site without a trailing slash, for canonical addresses. */
  origin: z.optional(z.string()),
  Auth: authParamsSchema,
  /** Base address of the product API; call paths are appended to it. */
  goa_base_url: z.string().check(z.minLength(1)),
  /** Shown in the maintenance banner while present. */
  maintenance_message: z.optional(z.string()),
  /** Measurement id of the analytics tag. */
  analytics_tag: z.optional(z.string()),
  /** When true, the analytics tag loads only after the visitor agrees. */
  analytics_consent: z.optional(z.boolean()),
  blog_url: z.string(),
  /** Page of the practice on a professional network. */
  network_url: z.string(),
  contact: contactFactsSchema,
  bot_check: botCheckParamsSchema,
});

export type ContactFacts = z.infer<typeof contactFactsSchema>;
export type AuthParams = z.infer<typeof authParamsSchema>;
export type Params = z.infer<typeof paramsSchema>;

/**
 * Parameters as they came, with their keys in their order.
 * @throws Error with the first thing that is wrong, in a line: what the schema throws is a list for programs.
 */
export function readParams(value: unknown): Params {
  const issue = paramsSchema.safeParse(value).error?.issues[0];
  if (issue) throw new Error(`${issue.path.join('.') || 'the file'}: ${issue.message}`);
  return value as Params;
}
