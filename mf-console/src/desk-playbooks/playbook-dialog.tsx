import { playbookInputSchema, type DeskPlaybook } from '@site/contracts/api/desk';
import { deskApi } from '../desk/desk.api';
import { ItemDialog } from '../editing/item-dialog';
import type { ItemField, Values } from '../editing/item-fields';
import { ReaderView } from './reader-view';

const FIELDS: ItemField[] = [
  { name: 'name', label: 'Name', kind: 'line' },
  { name: 'memberLevel', label: 'Member level', kind: 'line', help: 'Such as: Player.' },
  { name: 'description_1', label: 'What it is', kind: 'paragraphs', help: 'On the card, and first on the page of the playbook.' },
  { name: 'description_2', label: 'More of it', kind: 'paragraphs', help: 'Below it, in smaller type.' },
  { name: 'description_3', label: 'For members', kind: 'paragraphs', help: 'On the page of the playbook, for whoever is signed in.' },
  { name: 'min_size', label: 'Smallest size', kind: 'number' },
  { name: 'max_size', label: 'Largest size', kind: 'number' },
  { name: 'needs_subscription', label: 'Needs an active subscription', kind: 'switch' },
  { name: 'needs_rank', label: 'Waits for the evaluation of a profile', kind: 'switch' },
  { name: 'is_listed', label: 'Listed', kind: 'switch', help: 'Whoever follows it keeps it when it is not.' },
];

const EMPTY: Values = {
  ...{ name: '', memberLevel: '', description_1: '', description_2: '', description_3: '' },
  ...{ min_size: 2, max_size: 5, needs_subscription: false, needs_rank: false, is_listed: true },
};

/** Writes a playbook, with what its readers get beside it. @param playbook The one that is changed; without it, another is added. */
export function PlaybookDialog({ playbook, onClose }: { playbook?: DeskPlaybook; onClose: () => void }) {
  const [add] = deskApi.useDeskAddPlaybookMutation();
  const [save] = deskApi.useDeskSavePlaybookMutation();
  return (
    <ItemDialog
      keptAs={playbook ? undefined : 'playbook'}
      title={playbook ? `Change ${playbook.name}` : 'Write a playbook'}
      doIt={playbook ? 'Save the playbook' : 'Publish the playbook'}
      done={playbook ? 'The playbook is saved. Its readers see it from now on.' : 'The playbook is published.'}
      fields={FIELDS}
      schema={playbookInputSchema}
      item={{
        version: playbook?.version ?? 0,
        values: playbook ? Object.fromEntries(FIELDS.map(({ name }) => [name, playbook[name as keyof DeskPlaybook]])) : EMPTY,
      }}
      save={(input, version) => (playbook ? save({ id: playbook.id, version, input }) : add(input))}
      aside={(values) => <ReaderView values={values} />}
      onClose={onClose}
    />
  );
}
