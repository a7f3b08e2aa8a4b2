import { ConsolePage } from '../frame/console-page';
import { Audit } from './audit';

export default function AuditPage() {
  return (
    <ConsolePage title="Audit" hasEnvironment={false}>
      {() => <Audit />}
    </ConsolePage>
  );
}
