/** The logged-in check: `GET /user/session`. */
import * as z from 'zod/mini';

export const sessionSchema = z.object({
  username: z.string(),
  /** Groups of the identity provider, such as `staff`. */
  groups: z.array(z.string()),
});

export type Session = z.infer<typeof sessionSchema>;
