/** What the demo dialog checks before it sends, and where the server's messages belong. */
import { errorToast, formRefusal, statusTextOf, type Failure } from '@site/api-client/failure';
import { demoAnswerSchema, demoUpdateSchema, type DemoAnswer } from '@site/contracts/api/demos';
import type { Notification } from '@site/ui';

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
export function readDemoFailure(failure: Failure): { problems: DemoProblems; toast: Notification } {
  const answer: DemoAnswer = formRefusal(demoAnswerSchema, failure, statusTextOf(failure));
  return {
    problems: {
      ...(answer.URL?.length ? { url: answer.URL.join('. ') } : {}),
      ...(answer.Description?.length ? { description: answer.Description.join('. ') } : {}),
    },
    toast: errorToast(failure, answer.overall.join('. ')),
  };
}
