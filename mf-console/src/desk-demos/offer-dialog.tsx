import { publicDemoInputSchema, type DeskDemoKind, type DeskPublicDemo } from '@site/contracts/api/desk';
import { deskApi } from '../desk/desk.api';
import { ItemDialog } from '../editing/item-dialog';
import type { ItemField } from '../editing/item-fields';

const FIELDS: ItemField[] = [
  { name: 'description_2', label: 'More of it', kind: 'paragraphs', help: 'Below the description of the kind.' },
  { name: 'vertical', label: 'Vertical', kind: 'line', help: 'Such as: Data.' },
  { name: 'status', label: 'Status', kind: 'line', help: 'Such as: Open.' },
  { name: 'sponsored', label: 'Sponsored', kind: 'switch' },
  { name: 'is_meta_demo', label: 'About demos themselves', kind: 'switch', help: 'The draft page leaves it out.' },
];

/** How a kind is offered to visitors. @param offer As it is now; undefined while it is not offered. */
export function OfferDialog({ kind, offer, onClose }: { kind: DeskDemoKind; offer: DeskPublicDemo | undefined; onClose: () => void }) {
  const [save] = deskApi.useDeskSavePublicDemoMutation();
  const { version = 0, description_2 = '', vertical = '', status = '', sponsored = false, is_meta_demo = false } = offer ?? {};
  return (
    <ItemDialog
      keptAs={offer ? undefined : `offer-${kind.id}`}
      title={`${offer ? 'Change the offer of' : 'Offer'} ${kind.name}`}
      doIt={offer ? 'Save the offer' : 'Offer it'}
      done={`${kind.name} is offered to visitors like this.`}
      fields={FIELDS}
      schema={publicDemoInputSchema}
      item={{ version, values: { description_2, vertical, status, sponsored, is_meta_demo } }}
      save={(input, seen) => save({ id: kind.id, version: seen, input })}
      onClose={onClose}
    />
  );
}
