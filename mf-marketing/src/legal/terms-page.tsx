import { PageMeta, useSite } from '@site/ui';
import { LAST_UPDATED, LegalPage } from './legal-page';
import { TERMS } from './terms.content';

export default function TermsPage() {
  const { brand } = useSite();
  return (
    <>
      <PageMeta
        title="Terms of use"
        description={`The terms on which you may use the site and the services of ${brand}. Last updated ${LAST_UPDATED}.`}
        keywords="terms of use, licence, eligibility, New York State law, arbitration"
      />
      <LegalPage title="Terms of use" lead="The agreement between you and us when you use this site and what it offers." sections={TERMS} />
    </>
  );
}
