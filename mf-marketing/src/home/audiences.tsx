import * as paths from '@site/contracts/paths';
import { Grid, Heading, List, Section, Text, TextLink } from '@site/ui';

const AUDIENCES = [
  {
    who: 'Founders and startups',
    what: 'Pick a blueprint, raise a team, or pitch a product idea as a producer.',
    to: paths.blueprints,
    link: 'Startup blueprints',
  },
  {
    who: 'Technology and business executives, enterprises',
    what: 'Acquire a SaaS, prepare a second tech option, or sponsor a team.',
    to: paths.ata,
    link: 'Technology acquisitions',
  },
  {
    who: 'Venture firms',
    what: 'Sponsor the teams that form around a playbook.',
    to: `${paths.playbooks}#sponsors`,
    link: 'Ground rules for sponsors',
  },
  {
    who: 'Experienced software engineers',
    what: 'We call you players. Show demos, gather tesserae, meet teams.',
    to: paths.elevate,
    link: 'The Elevate programme',
  },
  {
    who: 'Recruiters',
    what: 'Select recruiters take part as producers, beside founders.',
    to: `${paths.playbooks}#producers`,
    link: 'Ground rules for producers',
  },
] as const;

/** For whom the site is, with the page on which each should begin. */
export function Audiences() {
  return (
    <Section tone="subtle" aria-labelledby="audiences-title">
      <Grid templateColumns={{ base: '1fr', lg: '1fr 2fr' }} gap={{ base: '8', lg: '16' }}>
        <Heading as="h2" id="audiences-title" size="3xl">
          Where to begin
        </Heading>
        <List.Root variant="plain" gap="0">
          {AUDIENCES.map(({ who, what, to, link }) => (
            <List.Item key={who} py="6" borderTopWidth="1px" borderColor="border">
              <Grid templateColumns={{ base: '1fr', md: '2fr 3fr' }} gap={{ base: '2', md: '8' }} width="full">
                <Heading as="h3" size="md">
                  {who}
                </Heading>
                <div>
                  <Text color="fg.muted">{what}</Text>
                  <TextLink to={to}>{link}</TextLink>
                </div>
              </Grid>
            </List.Item>
          ))}
        </List.Root>
      </Grid>
    </Section>
  );
}
