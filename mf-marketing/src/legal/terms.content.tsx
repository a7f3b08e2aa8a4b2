import * as paths from '@site/contracts/paths';
import { TextLink } from '@site/ui';
import type { LegalSection } from './legal-page';

/** The terms of use, in order. */
export const TERMS: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'The agreement',
    body: ({ brand }) => (
      <p>
        These terms are an agreement between you and {brand} (&ldquo;we&rdquo;). They apply to this site, to your account and to the
        programmes that the site describes. By using the site you accept them. If you do not, please do not use it. Signing up asks you to
        accept them expressly, together with the <TextLink to={paths.privacy}>privacy policy</TextLink>.
      </p>
    ),
  },
  {
    id: 'eligibility',
    title: 'Who may use the site',
    body: () => (
      <p>
        You must be 18 or older and have legal authority in the United States to enter into this agreement. If you act for a company, you
        confirm that you may bind it; &ldquo;you&rdquo; then means the company as well.
      </p>
    ),
  },
  {
    id: 'licence',
    title: 'Your licence',
    body: () => (
      <>
        <p>
          We grant you a limited licence to use the site and its contents for internal business use in the United States only. The licence
          is not exclusive, cannot be transferred or passed on, and can be withdrawn if you break these terms.
        </p>
        <p>
          Internal business use means use within your own work or company. It does not include selling, publishing or renting out the
          contents, offering them to others as a service, or using them outside the United States.
        </p>
      </>
    ),
  },
  {
    id: 'accounts',
    title: 'Accounts',
    body: () => (
      <>
        <p>
          Signing up requires the access code of a peer group. Those without a sponsored peer group enter the code SELF-4E. Give true
          information, keep your means of signing in to yourself, and tell us if you believe that somebody else uses your account. You
          answer for what is done with it.
        </p>
        <p>One account is for one person.</p>
      </>
    ),
  },
  {
    id: 'programme',
    title: 'The Elevate programme',
    body: () => (
      <>
        <p>
          Elevate is marked beta: it may change, pause or end. Its tiers, Player, Trainer and Spearhead/Coach, are programme interests and
          not permissions. Profiles are ranked by tesserae after an evaluation. A rank is an opinion reached within the programme. It is
          neither a certificate nor a promise of employment, of an interview, or of a place in a team.
        </p>
        <p>Some playbooks are open only with an active subscription or after your evaluation.</p>
        <p>A target availability is named on the site. It is what we aim for and not a guarantee.</p>
      </>
    ),
  },
  {
    id: 'contents-of-yours',
    title: 'What you contribute',
    body: () => (
      <p>
        Demos, descriptions, photos and messages remain yours. You allow us to store them, show them and pass them on as far as the
        programme and your visibility setting require. Contribute only what you have the right to share, and nothing that is confidential to
        somebody else.
      </p>
    ),
  },
  {
    id: 'conduct',
    title: 'Fair use',
    body: () => (
      <>
        <p>You agree not to</p>
        <ul>
          <li>break the law or the rights of others, deceive, threaten or insult;</li>
          <li>pretend to be somebody else, or try to influence an evaluation by unfair means;</li>
          <li>reach for data or functions that are not meant for you;</li>
          <li>send forms by machine, go around the bot check, or burden the site beyond ordinary use;</li>
          <li>collect contents or personal data of others from the site.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'quotes',
    title: 'Intros and quotes',
    body: () => (
      <p>
        An intro or a request for a quote binds neither side. We expect to reply within 2-3 business days. Workshops, blueprints and
        technology acquisitions are agreed separately and in writing; where such an agreement says something else than these terms, it comes
        first.
      </p>
    ),
  },
  {
    id: 'messages',
    title: 'Messages and consents',
    body: () => (
      <p>
        Accepting the privacy policy and these terms is required for an account. E-mails relevant to your peer group are sent only if you
        enable notifications in your profile. The contact and sign-up forms carry a bot check, to which you agree when you send them. The{' '}
        <TextLink to={paths.privacy}>privacy policy</TextLink> says more about each.
      </p>
    ),
  },
  {
    id: 'property',
    title: 'Our contents and links',
    body: ({ brand }) => (
      <p>
        The site, its texts, pictures and software belong to {brand} or its licensors. These terms give you no right to them beyond the
        licence above. Links lead to sites of others, for which we do not answer.
      </p>
    ),
  },
  {
    id: 'warranty',
    title: 'No warranty',
    body: () => (
      <p>
        The site is provided as it is and as it is available. As far as the law allows, we give no warranty, express or implied, including
        those of merchantability, fitness for a particular purpose and non-infringement. What the site says is information and not legal,
        financial or career advice.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: () => (
      <p>
        As far as the law allows, we are not liable for indirect, incidental, special or consequential damage, or for lost profit, data or
        opportunity, that arises from the use of the site. Nothing in these terms limits a liability that the law does not let us limit.
      </p>
    ),
  },
  {
    id: 'ending',
    title: 'Ending the agreement',
    body: ({ contact }) => (
      <p>
        You may stop using the site at any time, and close your account by writing to{' '}
        <TextLink href={`mailto:${contact.email}`}>{contact.email}</TextLink>. We may suspend or close an account that breaks these terms.
        What by its nature should remain in force, such as the sections on liability and on law, remains so.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and arbitration',
    body: () => (
      <>
        <p>
          The law of New York State governs these terms, without its rules on the conflict of laws. Any dispute that arises from them or
          from the use of the site is settled by binding arbitration in New York State, and the award may be entered in any court that has
          jurisdiction.
        </p>
        <p>Please write to us first: most questions can be answered without a dispute.</p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and contact',
    body: ({ contact }) => (
      <p>
        When these terms change, the new text appears here under a new date, and it applies from then on. If one sentence of them should be
        invalid, the others stay in force. Questions reach us at <TextLink href={`mailto:${contact.email}`}>{contact.email}</TextLink> and
        through the <TextLink to={paths.contact}>contact page</TextLink>.
      </p>
    ),
  },
];
