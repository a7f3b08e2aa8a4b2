import { PageHeader, PageMeta, Section, Text } from '@site/ui';

export default function ExamplePage() {
  return (
    <>
      <PageMeta title="Example" description="What this page offers, in one sentence for search engines." keywords="example" />
      <PageHeader title="Example" lead="What this page offers, in one sentence for visitors." />
      <Section>
        <Text>The page of a new remote.</Text>
      </Section>
    </>
  );
}
