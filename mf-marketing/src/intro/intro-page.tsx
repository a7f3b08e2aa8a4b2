import * as paths from '@site/contracts/paths';
import { useParams } from '@site/router';
import { Box, Grid, Heading, List, PageHeader, PageMeta, Picture, Section, Text, TextLink, useSite } from '@site/ui';
import { IntroForm } from './intro-form';
import letter from './letter.svg';

export default function IntroPage() {
  const { brand } = useSite();
  const { lead = null } = useParams();
  return (
    <>
      <PageMeta
        title="Send an intro"
        description={`Send an intro to ${brand}: ask a question, pitch a product idea or request a quote. A reply is expected within 2-3 business days.`}
        keywords="contact form, intro, request a quote, pitch a product idea, question"
        canonical={paths.intro}
      />
      <PageHeader title="Send an intro" lead="Ask a question, pitch a product idea, or request a quote. One form for all of it." />
      <Section>
        <Grid templateColumns={{ base: '1fr', lg: '7fr 4fr' }} gap={{ base: '14', lg: '20' }} alignItems="start">
          <IntroForm key={lead} lead={lead} />
          <Aside />
        </Grid>
      </Section>
    </>
  );
}

function Aside() {
  return (
    <Box as="aside" aria-labelledby="aside-title">
      <Picture src={letter} alt="" width={480} height={360} maxW="sm" display={{ base: 'none', lg: 'block' }} />
      <Heading as="h2" id="aside-title" size="xl" mt={{ lg: '8' }} mb="3">
        Before you write
      </Heading>
      <List.Root color="fg.muted" gap="3">
        <List.Item>
          For a quote, the pages on <TextLink to={paths.blueprints}>blueprints</TextLink> and{' '}
          <TextLink to={paths.ata}>technology acquisitions</TextLink> say what helps us to answer.
        </List.Item>
        <List.Item>
          Curious about Elevate? <TextLink to={paths.elevateSteps}>How the program works</TextLink> may answer your question.
        </List.Item>
        <List.Item>
          Rather call or write a letter? See the <TextLink to={paths.contact}>contact page</TextLink>.
        </List.Item>
      </List.Root>
      <Text mt="5" textStyle="sm" color="fg.muted">
        What you send is used to answer you. The <TextLink to={paths.privacy}>privacy policy</TextLink> says more.
      </Text>
    </Box>
  );
}
