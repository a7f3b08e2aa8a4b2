import { useState } from 'react';
import type { ListedEnvironment } from '@site/release-model/registry-answers';
import { Box, Button, Heading, Notice, Text } from '@site/ui';
import { Field, Input } from '@site/ui/form';
import { FailureNotice } from '../display/failure-notice';
import { Moment } from '../display/moment';
import { Form } from '../editing/form';
import { registryApi } from '../registry/registry.api';

/** While an environment is locked, only what takes something bad away is carried out. */
export function LockSection({ environment: { name, lock }, mayChange }: { environment: ListedEnvironment; mayChange: boolean }) {
  const [setLock, locking] = registryApi.useConsoleLockMutation();
  const [takeLock, unlocking] = registryApi.useConsoleUnlockMutation();
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<{ reason?: string }>({});
  const failure = locking.error ?? unlocking.error;

  async function submit() {
    const text = reason.trim();
    setProblems(text === '' ? { reason: 'Say why' } : {});
    if (text === '' || locking.isLoading) return;
    unlocking.reset();
    const { error } = await setLock({ environment: name, reason: text });
    if (!error) setReason('');
  }

  function unlock() {
    if (unlocking.isLoading) return;
    locking.reset();
    void takeLock(name);
  }

  return (
    <Box as="section" aria-labelledby="lock">
      <Heading as="h2" id="lock" size="xl" mb="2">
        Lock
      </Heading>
      <Text color="fg.muted" mb="4">
        A lock stops promotions and plans. Rollbacks, switching off and the end of candidates go on.
      </Text>
      {failure && <FailureNotice failure={failure} />}
      {lock ? (
        <>
          <Notice status="warning" role="status" title={`${name} is locked by ${lock.by}`} mb="4">
            {lock.reason}, <Moment at={lock.at} />
          </Notice>
          {mayChange && (
            <Button variant="outline" onClick={unlock} aria-disabled={unlocking.isLoading}>
              {`Unlock ${name}`}
            </Button>
          )}
        </>
      ) : (
        <>
          <Text role="status" mb="4">{`${name} is not locked.`}</Text>
          {mayChange && (
            <Form maxW="xl" gap="2" problems={problems} onSubmit={() => void submit()}>
              <Field label="Why nobody is to promote" error={problems.reason}>
                <Input value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
              </Field>
              <Button type="submit" alignSelf="flex-start" aria-disabled={locking.isLoading}>
                {`Lock ${name}`}
              </Button>
            </Form>
          )}
        </>
      )}
    </Box>
  );
}
