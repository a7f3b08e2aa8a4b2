import * as paths from '@site/contracts/paths';
import { ButtonLink, Heading, PageHeader, PageMeta, Picture, Section, Text, useSite } from '@site/ui';
import { Audiences } from './audiences';
import { Features } from './features';
import hero from './hero.svg';

export default function HomePage() {
  const { brand, origin, networkUrl, contact } = useSite();
  const organization = {
    '@type': 'Organization',
    name: brand,
    url: `${origin}/`,
    sameAs: [networkUrl],
    email: contact.email,
    telephone: contact.phone,
  };
  return (
    <>
      <PageMeta
        title="Home"
        description={`${brand} is a technology practice focused on cloud software-as-a-service: team formation, career growth for software engineers, startup blueprints and technology acquisitions.`}
        keywords="cloud software, SaaS, venture studio, startup blueprints, technology acquisitions, team formation, interview practice"
        jsonLd={origin ? { '@context': 'https://schema.org', ...organization } : undefined}
      />
      <PageHeader
        size="display"
        eyebrow="Cloud software-as-a-service"
        title="Cloud software starts with the people who fit"
        lead={`${brand} is a technology practice. We form teams, turn ideas into startup blueprints, work on technology acquisitions, and run Elevate, a programme in which experienced engineers grow.`}
        illustration={
          <Picture
            src={hero}
            alt="A cloud made of mosaic tiles above four puzzle pieces that come together."
            width={640}
            height={480}
            maxW={{ base: 'lg', lg: 'full' }}
            eager
          />
        }
      >
        <ButtonLink to={paths.elevate} size="lg">
          Explore Elevate
        </ButtonLink>
        <ButtonLink to={paths.blueprints} size="lg" variant="outline">
          Plan a startup
        </ButtonLink>
      </PageHeader>
      <Features />
      <Audiences />
      <Section tone="contrast">
        <Heading as="h2" size="4xl" maxW="2xl">
          Have a question, or an idea to pitch?
        </Heading>
        <Text mt="5" textStyle="lg" maxW="prose" color="fg.muted">
          Send an intro. Say what it is about and leave your question. We expect to reply within 2-3 business days.
        </Text>
        <ButtonLink to={paths.intro} size="lg" mt="8">
          Send an intro
        </ButtonLink>
      </Section>
    </>
  );
}
