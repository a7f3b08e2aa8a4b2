/** Demos: what is offered (`GET /draft/demos`) and what a player made of it (`/demos/player`). */
import * as z from 'zod/mini';
import { formAnswerSchema, formRefusalSchema } from './form';
import { idSchema, paragraphsSchema, webUrlSchema } from './text';

export const demoKindSchema = z.object({ id: idSchema, name: z.string(), description: z.string() });

/** A demo kind that is offered publicly. It shares the id of its kind. */
export const publicDemoSchema = z.object({
  ...demoKindSchema.shape,
  description_2: z.string(),
  vertical: z.string(),
  status: z.string(),
  sponsored: z.boolean(),
  /** Meta demos are about demos themselves; the draft page leaves them out. */
  is_meta_demo: z.boolean(),
});

export const publicDemosSchema = z.array(publicDemoSchema);

export const playerDemoSchema = z.object({
  id: idSchema,
  demo_kind_id: idSchema,
  url: z.string(),
  description: z.string(),
  endorsements: z.array(z.string()),
});

export const playerDemosSchema = z.object({
  playerDemos: z.array(playerDemoSchema),
  /** Demo kinds by id. */
  demosMap: z.record(z.string(), demoKindSchema),
});

const demoContent = { url: webUrlSchema, description: paragraphsSchema('Enter a description', 2000) };

export const demoCreationSchema = z.object({ demo_kind_id: idSchema, ...demoContent });

/** `id` repeats the path's id, for clients that send it in both places. */
export const demoUpdateSchema = z.object({ id: z.optional(idSchema), ...demoContent });

export const demoFields = ['URL', 'Description'] as const;
/** What the dialog reads of a refusal. */
export const demoAnswerSchema = formAnswerSchema(demoFields);
export const demoRefusalSchema = formRefusalSchema(demoFields);

export type DemoKind = z.infer<typeof demoKindSchema>;
export type PublicDemo = z.infer<typeof publicDemoSchema>;
export type PlayerDemo = z.infer<typeof playerDemoSchema>;
export type PlayerDemos = z.infer<typeof playerDemosSchema>;
export type DemoCreation = z.infer<typeof demoCreationSchema>;
export type DemoUpdate = z.infer<typeof demoUpdateSchema>;
export type DemoAnswer = z.infer<typeof demoAnswerSchema>;
