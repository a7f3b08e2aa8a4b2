import * as paths from '@site/contracts/paths';
import { TextLink } from '@site/ui';
import type { LegalSection } from './legal-page';

/** The privacy policy, in order. */
export const PRIVACY: readonly LegalSection[] = [
  {
    id: 'scope',
    title: 'Who we are and what this covers',
    body: ({ brand }) => (
      <>
        <p>
          {brand} (&ldquo;we&rdquo;) runs this site and the programmes that it describes. This policy covers the personal data that we
          receive when you read the site, send a form, sign up, or use your account. The <TextLink to={paths.terms}>terms of use</TextLink>{' '}
          are the agreement on which you use the site; both belong together.
        </p>
        <p>Other sites that we link to have policies of their own.</p>
      </>
    ),
  },
  {
    id: 'eligibility',
    title: 'Who may use the site',
    body: () => (
      <p>
        Our services are for people who are 18 or older and have legal authority in the United States. They are not directed to anyone
        younger, and we do not knowingly receive data about anyone younger. If you believe that we did, tell us and we will delete it.
      </p>
    ),
  },
  {
    id: 'what-you-give',
    title: 'What you give us',
    body: () => (
      <ul>
        <li>With an intro or a request for a quote: your interest, full name, e-mail address, phone number and question.</li>
        <li>
          When you sign up: your full name, e-mail address, phone number, city and state, peer group access code, and your acceptance of
          this policy and of the terms.
        </li>
        <li>
          In your profile: your goals, who may see the profile, whether you want notifications, and a photo if you upload one. Photos are
          accepted as PNG or JPEG.
        </li>
        <li>In the programme: the demos that you add, with their address and description, and the playbooks that you follow.</li>
      </ul>
    ),
  },
  {
    id: 'what-arises',
    title: 'What arises from use',
    body: () => (
      <ul>
        <li>
          Evaluation: endorsements of your demos and your rank, which is counted in tesserae from 0 to 4. Peers and the practice take part
          in it.
        </li>
        <li>
          Your sign-in: the identity service issues tokens, which your browser keeps until you sign out or they expire. If you sign in with
          an account of another provider, such as Google or LinkedIn, that provider tells us who you are and learns that you signed in here.
        </li>
        <li>Technical records: as any site, ours receives the network address, the browser and the requested page, and the time.</li>
        <li>
          Analytics: where the site is configured with an analytics tag, it measures which pages are read. Where it is configured to ask, it
          measures nothing before you agree, and you can change your answer at the end of every page.
        </li>
        <li>
          On your device: unsent text of a form is kept in your browser until the form is sent or the tab is closed, so that nothing you
          wrote is lost.
        </li>
      </ul>
    ),
  },
  {
    id: 'use',
    title: 'What we use it for',
    body: () => (
      <>
        <p>We use personal data to</p>
        <ul>
          <li>answer your question or your request for a quote, which we expect to do within 2-3 business days;</li>
          <li>create and protect your account, and check the code of your peer group;</li>
          <li>run the programme: evaluation, ranking, peer groups, playbooks and the teams that form around them;</li>
          <li>keep the site working, safe and free of abuse;</li>
          <li>meet our legal duties.</li>
        </ul>
        <p>Being interested in a programme is recorded as your interest. It gives you no permission and takes none away.</p>
      </>
    ),
  },
  {
    id: 'consents',
    title: 'Your consents',
    body: () => (
      <p>
        You sign up only by accepting this policy and the terms, each with its own checkbox. We record both acceptances. You can withdraw
        them by closing your account; what happened before remains lawful. By sending the contact form you agree that we use what you wrote
        to answer you.
      </p>
    ),
  },
  {
    id: 'emails',
    title: 'E-mails',
    body: () => (
      <p>
        We send e-mails relevant to your peer group only if you enable notifications in your profile, and no longer once you disable them.
        Messages that answer something you did, such as a reply to your question or a message about your account, are not notifications and
        reach you in any case.
      </p>
    ),
  },
  {
    id: 'bot-check',
    title: 'Bot check',
    body: () => (
      <p>
        The contact form and the sign-up form are protected by a bot check. When you send one of them, your browser obtains a token for that
        form and that purpose alone, and the token is sent and verified with the form. Depending on how the site is configured, the check is
        a small computation that your browser does for us, or a service of another provider under that provider&rsquo;s own policy.
      </p>
    ),
  },
  {
    id: 'visibility',
    title: 'Who sees your profile',
    body: () => (
      <p>
        You choose the visibility of your profile. A private profile is visible to you only, apart from the staff who run the programme. A
        sharable profile can be shown to those whom it is shared with. A public setting is shown in the profile but cannot be selected.
      </p>
    ),
  },
  {
    id: 'sharing',
    title: 'With whom we share data',
    body: () => (
      <>
        <p>We pass on personal data only</p>
        <ul>
          <li>
            to providers who run parts of the service for us, such as hosting, identity and the delivery of e-mails, as far as they need it;
          </li>
          <li>to people of a peer group or a team, as far as your visibility setting and your own actions allow;</li>
          <li>where the law or a court requires it, or to defend legal claims.</li>
        </ul>
        <p>The map on the contact page comes from another site, which receives your network address when you choose to load the map.</p>
      </>
    ),
  },
  {
    id: 'your-choices',
    title: 'Your choices',
    body: ({ contact }) => (
      <p>
        You can correct your profile, change its visibility, switch notifications on or off, and remove demos and playbooks yourself at any
        time. To receive a copy of your data, or to have it corrected or deleted, write to{' '}
        <TextLink href={`mailto:${contact.email}`}>{contact.email}</TextLink>. We may ask for proof that it is you who is writing.
      </p>
    ),
  },
  {
    id: 'keeping',
    title: 'How long we keep data',
    body: () => (
      <p>
        We keep personal data for as long as it serves the purpose for which you gave it, and longer only where the law requires it or a
        claim is open. The data of an account go with the account.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    body: () => (
      <p>
        Access to personal data needs a valid sign-in, and your demos and playbooks can be changed by you alone. No system is beyond every
        attack. If one concerns your data, we will tell you as the law requires.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Place and law',
    body: () => (
      <p>
        We work in the United States and offer the service for use in the United States only; your data are processed there. The law of New
        York State applies to this policy, and disputes about it are settled by arbitration in New York State as the{' '}
        <TextLink to={paths.termsLaw}>terms</TextLink> describe.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and contact',
    body: ({ contact }) => (
      <>
        <p>
          When this policy changes, the new text appears here under a new date. If a change touches what you have agreed to, we will ask you
          again.
        </p>
        <p>
          Questions are welcome at <TextLink href={`mailto:${contact.email}`}>{contact.email}</TextLink> or by letter to the address on the{' '}
          <TextLink to={paths.contact}>contact page</TextLink>.
        </p>
      </>
    ),
  },
];
