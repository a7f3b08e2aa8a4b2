import { useState } from 'react';
import type { DeskDemoKind, DeskPublicDemo } from '@site/contracts/api/desk';
import type { ColumnDef } from '@tanstack/react-table';
import { Badge, Button, EmptyState, Flex, Stack, Text } from '@site/ui';
import { ConfirmButton } from '../asking/confirm-button';
import { deskApi } from '../desk/desk.api';
import { Answered } from '../display/answered';
import { TextBadge } from '../display/text-badge';
import { useChosen } from '../editing/use-chosen';
import { DeskPage } from '../frame/desk-page';
import { AnsweredList } from '../listing/answered-list';
import { DataTable } from '../listing/data-table';
import { KindDialog } from './kind-dialog';
import { OfferDialog } from './offer-dialog';

export default function DemosPage() {
  return (
    <DeskPage title="Demos">
      <Demos />
    </DeskPage>
  );
}

interface Kind {
  kind: DeskDemoKind;
  offer: DeskPublicDemo | undefined;
}

/** What of a kind is changed. */
type Change = 'kind' | 'offer';

const columnsOf = (onChange: (kind: DeskDemoKind, what: Change) => void): ColumnDef<Kind>[] => [
  {
    header: 'Kind',
    id: 'name',
    accessorFn: ({ kind }) => kind.name,
    cell: ({ row: { original } }) => (
      <>
        <Text fontWeight="semibold">{original.kind.name}</Text>
        <Text color="fg.muted">{original.kind.description}</Text>
      </>
    ),
  },
  {
    header: 'Offered to visitors',
    id: 'offer',
    cell: ({ row: { original } }) => (original.offer ? <Offer offer={original.offer} /> : 'no'),
  },
  { id: 'actions', cell: ({ row: { original } }) => <Actions {...original} onChange={(what) => onChange(original.kind, what)} /> },
];

/** Kinds of demos, of which members make their own, and what of them visitors are offered. */
function Demos() {
  const [isAdding, setIsAdding] = useState(false);
  const kinds = deskApi.useDeskDemoKindsQuery(undefined);
  const offers = deskApi.useDeskPublicDemosQuery(undefined);
  const [chosen, choose] = useChosen(kinds.data, ({ id }) => id);
  const [changed, setChanged] = useState<Change>('kind');
  const close = () => choose(null);
  return (
    <Stack gap="6">
      <Button alignSelf="flex-start" onClick={() => setIsAdding(true)}>
        Add a kind of demo
      </Button>
      <Answered answer={offers} what="the public demos">
        {(offered) => (
          <AnsweredList
            answer={kinds}
            what="the kinds of demos"
            empty={<EmptyState title="There is no kind of demo yet">Members add demos of the kinds that are here.</EmptyState>}
          >
            {(all) => (
              <DataTable
                caption="Kinds of demos"
                columns={columnsOf((kind, what) => {
                  choose(kind);
                  setChanged(what);
                })}
                data={all.map((kind) => ({ kind, offer: offered.find(({ id }) => id === kind.id) }))}
                rowId={({ kind }) => String(kind.id)}
              />
            )}
          </AnsweredList>
        )}
      </Answered>
      {isAdding && <KindDialog onClose={() => setIsAdding(false)} />}
      {chosen && changed === 'kind' && <KindDialog kind={chosen} onClose={close} />}
      {chosen && changed === 'offer' && (
        <OfferDialog kind={chosen} offer={offers.data?.find(({ id }) => id === chosen.id)} onClose={close} />
      )}
    </Stack>
  );
}

function Offer({ offer: { vertical, status, sponsored, is_meta_demo } }: { offer: DeskPublicDemo }) {
  return (
    <Flex gap="2" wrap="wrap">
      <TextBadge>{vertical}</TextBadge>
      <TextBadge colorPalette="success">{status}</TextBadge>
      {sponsored && <Badge colorPalette="accent">sponsored</Badge>}
      {is_meta_demo && <TextBadge>meta, not on the draft page</TextBadge>}
    </Flex>
  );
}

function Actions({ kind, offer, onChange }: Kind & { onChange: (what: Change) => void }) {
  const [remove] = deskApi.useDeskRemoveDemoKindMutation();
  const [withdraw] = deskApi.useDeskRemovePublicDemoMutation();
  const { id, name, version } = kind;
  return (
    <Flex gap="2" my={{ md: '2', lg: '0' }} wrap={{ base: 'wrap', lg: 'nowrap' }} justify={{ md: 'flex-end' }}>
      <Button size="sm" variant="outline" aria-label={`Change ${name}`} onClick={() => onChange('kind')}>
        Change
      </Button>
      <Button
        size="sm"
        variant="outline"
        aria-label={offer ? `Change the offer of ${name}` : `Offer ${name} to visitors`}
        onClick={() => onChange('offer')}
      >
        {offer ? 'Change the offer' : 'Offer'}
      </Button>
      {offer ? (
        <ConfirmButton
          title={`Withdraw ${name}`}
          meaning={`Visitors are not offered ${name} any more. The kind stays, and so do the demos of members.`}
          done={`${name} is withdrawn.`}
          act={() => withdraw({ id, version: offer.version })}
        >
          Withdraw
        </ConfirmButton>
      ) : (
        <ConfirmButton
          title={`Remove ${name}`}
          meaning={`Nobody can add a demo of the kind ${name} any more. It stays if a member has one.`}
          done={`${name} is removed.`}
          act={() => remove({ id, version })}
        >
          Remove
        </ConfirmButton>
      )}
    </Flex>
  );
}
