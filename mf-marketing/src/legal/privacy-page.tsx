import { PageMeta, useSite } from '@site/ui';
import { LAST_UPDATED, LegalPage } from './legal-page';
import { PRIVACY } from './privacy.content';

export default function PrivacyPage() {
  const { brand } = useSite();
  return (
    <>
      <PageMeta
        title="Privacy policy"
        description={`What ${brand} learns about you, what it is used for, and what you decide. Last updated ${LAST_UPDATED}.`}
        keywords="privacy policy, personal data, consent, notifications, bot check"
      />
      <LegalPage title="Privacy policy" lead="What we learn about you, what we use it for, and what you decide." sections={PRIVACY} />
    </>
  );
}
