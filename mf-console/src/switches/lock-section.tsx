import { useState } from 'react';
import type { ListedEnvironment } from '@site/release-model/registry-answers';
import { Box, Button, chakra, Heading, Notice, Text } from '@site/ui';
import { Field, Input } from '@site/ui/form';
import { FailureNotice } from '../display/failure-notice';
import { Moment } from '../display/moment';
import { registryApi } from '../registry/registry.api';

/** While an environment is locked, only what takes something bad away is carried out. */
export function LockSection({ environment: { name, lock }, mayChange }: { environment: ListedEnvironment; mayChange: boolean }) {
  const [setLock, locking] = registryApi.useConsoleLockMutation();
  const [takeLock, unlocking] = registryApi.useConsoleUnlockMutation();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const failure = locking.error ?? unlocking.error;

  async function submit() {
    const text = reason.trim();
    setProblem(text === '' ? 'Say why' : undefined);
    if (text === '' || locking.isLoading) return;
    const { error } = await setLock({ environment: name, reason: text });
    if (!error) setReason('');
  }

  return (
    <Box as="section" aria-labelledby="lock">
      <Heading as="h2" id="lock" size="xl" mb="2">
        Lock
      </Heading>
      <Text color="fg.muted" mb="4">
        A lock stops promotions and plans. Rollbacks, switching off and the end of candidates go on.
      </Text>
      {failure && <FailureNotice failure={failure} title="It is refused" />}
      {lock ? (
        <>
          <Notice status="warning" role="status" title={`${name} is locked by ${lock.by}`} mb="4">
            {lock.reason}, <Moment at={lock.at} />
          </Notice>
          {mayChange && (
            <Button variant="outline" onClick={() => void takeLock(name)} aria-disabled={unlocking.isLoading}>
              {`Unlock ${name}`}
            </Button>
          )}
        </>
      ) : (
        <>
          <Text role="status" mb="4">{`${name} is not locked.`}</Text>
          {mayChange && (
            <chakra.form
              noValidate
              maxW="xl"
              onSubmit={(event) => {
                event.preventDefault();
                void submit();
              }}
            >
              <Field label="Why nobody is to promote" error={problem}>
                <Input value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
              </Field>
              <Button type="submit" mt="2" aria-disabled={locking.isLoading}>
                {`Lock ${name}`}
              </Button>
            </chakra.form>
          )}
        </>
      )}
    </Box>
  );
}
