/** What the desk wrote: `GET /desk/events`. */
import * as z from 'zod/mini';
import { idSchema, lineSchema, momentSchema } from './text';

/** What was done, and to what kind of thing. */
export const deskActSchema = z.enum([
  ...(['account.disable', 'account.enable', 'account.groups', 'account.invite', 'account.reset-second-factor'] as const),
  ...(['demo.endorse', 'demo-kind.add', 'demo-kind.remove', 'demo-kind.save', 'mail.send', 'member.save'] as const),
  ...(['message.answer', 'message.save', 'peer-group.add', 'peer-group.save'] as const),
  ...(['playbook.add', 'playbook.remove', 'playbook.save', 'project.add', 'project.remove', 'project.save'] as const),
  ...(['public-demo.remove', 'public-demo.save'] as const),
]);

/** The fields that a write changed; of what was added or removed, all. Null where there was nothing, and of members who were erased. */
const fields = z.nullable(z.record(z.string(), z.unknown()));

export const deskEventSchema = z.object({
  id: idSchema,
  at: momentSchema,
  /** Subject of the member of staff. */
  actor: z.string(),
  /** Their name, as far as it is known. */
  by: z.string(),
  act: deskActSchema,
  /** Id or code of what was written; null of members who were erased. */
  target: z.nullable(z.string()),
  before: fields,
  after: fields,
});

export const deskEventQuerySchema = z.object({
  act: z.optional(deskActSchema),
  /** Subject of the member of staff. */
  actor: z.optional(lineSchema('Enter a subject', 128)),
  target: z.optional(lineSchema('Enter what was written', 128)),
  /** Id of the last event already seen: newest come first. */
  before: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,8}$/, 'an id is a positive number'))),
});
export const deskEventsSchema = z.array(deskEventSchema);

export type DeskAct = z.infer<typeof deskActSchema>;
export type DeskEvent = z.infer<typeof deskEventSchema>;
export type DeskEventQuery = z.infer<typeof deskEventQuerySchema>;
