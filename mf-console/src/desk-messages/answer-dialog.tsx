import { messageAnswerSchema, type DeskMessage } from '@site/contracts/api/desk';
import { deskApi } from '../desk/desk.api';
import { ItemDialog } from '../editing/item-dialog';
import { SentAnswers } from './sent-answers';

/** An answer that was sent makes a new version of the message, so that the same one cannot go out twice, from here or from a colleague. */
export function AnswerDialog({ message: { id, name, email, version, answers }, onClose }: { message: DeskMessage; onClose: () => void }) {
  const [answer] = deskApi.useDeskAnswerMessageMutation();
  return (
    <ItemDialog
      keptAs={`answer-${id}`}
      title={`Answer ${name}`}
      doIt="Send the answer"
      done={`The answer to ${email} is on its way.`}
      fields={[
        {
          name: 'text',
          label: 'Answer',
          kind: 'paragraphs',
          help: `Goes to ${email} with the message below it. What they write back arrives in the mailbox of the practice.`,
        },
      ]}
      schema={messageAnswerSchema}
      item={{ version, values: { text: '' } }}
      save={(input, seen) => answer({ id, version: seen, input })}
      context={answers.length > 0 && <SentAnswers answers={answers} />}
      onClose={onClose}
    />
  );
}
