import { demoKindInputSchema, type DeskDemoKind } from '@site/contracts/api/desk';
import { deskApi } from '../desk/desk.api';
import { ItemDialog } from '../editing/item-dialog';
import type { ItemField } from '../editing/item-fields';

const FIELDS: ItemField[] = [
  { name: 'name', label: 'Name', kind: 'line' },
  { name: 'description', label: 'Description', kind: 'paragraphs' },
];

/** @param kind The one that is changed; without it, another is added. */
export function KindDialog({ kind, onClose }: { kind?: DeskDemoKind; onClose: () => void }) {
  const [add] = deskApi.useDeskAddDemoKindMutation();
  const [save] = deskApi.useDeskSaveDemoKindMutation();
  const { version = 0, name = '', description = '' } = kind ?? {};
  return (
    <ItemDialog
      keptAs={kind ? undefined : 'demo-kind'}
      title={kind ? `Change ${kind.name}` : 'Add a kind of demo'}
      doIt={kind ? 'Save the kind' : 'Add the kind'}
      done={kind ? 'The kind is saved.' : 'The kind is added. Members can add demos of it.'}
      fields={FIELDS}
      schema={demoKindInputSchema}
      item={{ version, values: { name, description } }}
      save={(input, seen) => (kind ? save({ id: kind.id, version: seen, input }) : add(input))}
      onClose={onClose}
    />
  );
}
