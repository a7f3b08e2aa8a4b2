import { Notice } from '@site/ui';
import { OneLineForm } from '../editing/one-line-form';
import { registryApi } from '../registry/registry.api';

/** Asks for the name that stands beside what somebody does here, before they do anything. */
export function HandleForm() {
  const [choose] = registryApi.useConsoleChooseHandleMutation();
  return (
    <Notice mb="8" title="Choose the name that stands beside what you do">
      <OneLineForm
        maxW="md"
        mt="2"
        label="Your name here"
        help="Up to 40 letters, digits, dots and dashes. Everybody can read it in the history, and it stays so: no address."
        missing="Choose a name"
        ofLine={['handle-taken', 'handle-chosen']}
        doIt="Take this name"
        variant="solid"
        input={{ autoComplete: 'nickname' }}
        send={(name) => choose(name)}
      />
    </Notice>
  );
}
