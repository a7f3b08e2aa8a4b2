/** What the demo dialog checks before it sends, and where the server's messages belong. */
import type { ApiError } from '@site/api-client';
import { demoAnswerSchema, demoUpdateSchema } from '@site/contracts/api/demos';
import { statusText } from '../backend';

export interface DemoValues {
  url: string;
  description: string;
}

export type DemoProblems = Partial<Record<keyof DemoValues, string>>;

const { url, description } = demoUpdateSchema.shape;

/** What is wrong with which field; empty when the demo may be sent. */
export function checkDemo(values: DemoValues): DemoProblems {
  const wrongUrl = url.safeParse(values.url).error?.issues[0]?.message;
  const wrongDescription = description.safeParse(values.description).error?.issues[0]?.message;
  return {
    ...(wrongUrl === undefined ? {} : { url: wrongUrl }),
    ...(wrongDescription === undefined ? {} : { description: wrongDescription }),
  };
}

/** What a failed save says: messages for the fields, and the text of the toast. */
export function readDemoFailure(error: ApiError): { problems: DemoProblems; toast: string } {
  if (error.status === 0) return { problems: {}, toast: `Error: ${error.message}` };
  const refusal = demoAnswerSchema.safeParse(error.body).data;
  if (!refusal) return { problems: {}, toast: `Error: ${statusText(error)}` };
  return {
    problems: {
      ...(refusal.URL?.length ? { url: refusal.URL.join('. ') } : {}),
      ...(refusal.Description?.length ? { description: refusal.Description.join('. ') } : {}),
    },
    toast: `Error: ${refusal.overall.join('. ') || statusText(error)}`,
  };
}
