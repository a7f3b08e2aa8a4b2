import { useState } from 'react';
import { memberUpdateSchema, type MemberDetails } from '@site/contracts/api/desk-members';
import { Button } from '@site/ui';
import { deskApi } from '../desk/desk.api';
import { ItemDialog } from '../editing/item-dialog';
import type { Values } from '../editing/item-fields';

const RANKS = ['0, evaluation in progress', '1', '2', '3', '4'].map((label, rank) => [String(rank), label] as const);

/** A subscription lasts until the end of its last day. */
const endOf = (day: unknown): string | null => (day === '' ? null : `${String(day)}T23:59:59.000Z`);
const dayOf = (moment: string | null): string => moment?.slice(0, 10) ?? '';

/** Rank, subscription and peer group. */
export function EditMember({ member }: { member: MemberDetails }) {
  const [isOpen, setIsOpen] = useState(false);
  const [save] = deskApi.useDeskSaveMemberMutation();
  const { data: groups = [] } = deskApi.useDeskPeerGroupNamesQuery(undefined);
  const { id, full_name: name, version, subscription_until: until } = member;

  /** A day that was not changed keeps its hour. */
  const inputOf = ({ tessera_rank, subscription_until: day, code }: Values) => ({
    tessera_rank: Number(tessera_rank),
    subscription_until: day === dayOf(until) ? until : endOf(day),
    code: code === '' ? null : code,
  });

  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Change tesserae, subscription or group</Button>
      {isOpen && (
        <ItemDialog
          title={`Change ${name}`}
          doIt="Save"
          done={`${name} was changed.`}
          fields={[
            { name: 'tessera_rank', label: 'Tesserae', kind: 'choice', options: RANKS },
            { name: 'subscription_until', label: 'Last day of the subscription', kind: 'date', optional: true, help: 'Empty for none.' },
            {
              name: 'code',
              label: 'Peer group',
              kind: 'choice',
              options: [['', 'None'], ...groups.map((group) => [group.code, `${group.name} (${group.code})`] as const)],
            },
          ]}
          schema={memberUpdateSchema}
          item={{
            version,
            values: { tessera_rank: String(member.tessera_rank), subscription_until: dayOf(until), code: member.code ?? '' },
          }}
          inputOf={inputOf}
          save={(input, seen) => save({ id, version: seen, input })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
