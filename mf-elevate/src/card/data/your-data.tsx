import { useState } from 'react';
import { errorToast, messageOf } from '@site/api-client/failure';
import { Box, Button, Flex, InPlaceOf, Notice, Text } from '@site/ui';
import { saveFile } from '@site/ui/save-file';
import { profileApi } from '../../profile.api';
import { Loading } from '../../loading';
import { tellFailure } from '../../tell-failure';
import { CardSection } from '../card-section';
import { DeletionDialog } from './deletion-dialog';

/** The player's rights over what is kept about them: a copy of it, and the end of it. A backend of others may have no date of an erasure. */
export function YourData({ deletionDueAt }: { deletionDueAt: string | null }) {
  const [asking, setAsking] = useState(false);
  const [exportData, exporting] = profileApi.useElevateExportMutation();

  async function save() {
    if (exporting.isLoading) return;
    const { data, error } = await exportData(undefined);
    if (data) saveFile('my-data.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
    else tellFailure(error);
  }

  return (
    <CardSection title="Your data">
      <Text color="fg.muted" mb="5" maxW="prose">
        You can take a copy of everything that is kept about you, and you can have your account erased.
      </Text>
      <Button variant="outline" colorPalette="neutral" aria-disabled={exporting.isLoading} onClick={() => void save()}>
        {exporting.isLoading ? 'Preparing...' : 'Download my data'}
      </Button>
      <Box tabIndex={-1} role="status" outline="none" mt="5">
        {deletionDueAt ? (
          <DeletionPending dueAt={deletionDueAt} />
        ) : (
          <InPlaceOf other={<PendingNotice title="Your account is to be erased on September 30, 2030" />}>
            <Box>
              <Button variant="outline" colorPalette="danger" onClick={() => setAsking(true)}>
                Delete my account
              </Button>
            </Box>
          </InPlaceOf>
        )}
      </Box>
      {asking && <DeletionDialog onClose={() => setAsking(false)} />}
    </CardSection>
  );
}

export const YourDataInWaiting = () => (
  <Loading what="your choices">
    <YourData deletionDueAt={null} />
  </Loading>
);

function DeletionPending({ dueAt }: { dueAt: string }) {
  const [cancel, { isLoading }] = profileApi.useElevateCancelDeletionMutation();

  async function keep() {
    if (isLoading) return;
    const { error } = await cancel(undefined);
    if (error) tellFailure(error, errorToast(error, messageOf(error)));
  }

  const day = new Date(dueAt).toLocaleDateString('en', { dateStyle: 'long' });
  return <PendingNotice title={`Your account will be erased on ${day}`} keeping={isLoading} onKeep={() => void keep()} />;
}

function PendingNotice({ title, keeping = false, onKeep }: { title: string; keeping?: boolean; onKeep?: () => void }) {
  return (
    <Notice status="warning" title={title}>
      <Flex align="center" justify="space-between" gap="4" wrap="wrap">
        Until then you can change your mind.
        <Button size="sm" aria-disabled={keeping} onClick={onKeep}>
          Keep my account
        </Button>
      </Flex>
    </Notice>
  );
}
