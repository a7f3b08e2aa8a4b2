import type { ReactNode } from 'react';
import { SELF_CODE } from '@site/contracts/api/self-code';
import { Box, Heading, SimpleGrid, Text, TextLink, useSite } from '@site/ui';

/** What a person should know before signing up. */
export function Remarks() {
  const { networkUrl } = useSite();
  return (
    <SimpleGrid columns={{ base: 1, lg: 3 }} gap={{ base: '8', lg: '12' }}>
      <Remark letter="A" title="An account, and your interests">
        Sign up for an account and indicate in your profile which programmes interest you. Player, trainer and spearhead are interests, not
        permissions.
      </Remark>
      <Remark letter="B" title="Your peer group">
        Signing up takes a peer group access code. Without a sponsored peer group, enter the code <strong>{SELF_CODE}</strong>. You get the
        e-mails of your peer group only if you enable notifications.
      </Remark>
      <Remark letter="C" title="What matching can miss">
        A matching algorithm can miss opportunities. Some are easier to see on our{' '}
        <TextLink href={networkUrl} external>
          professional network page
        </TextLink>
        .
      </Remark>
    </SimpleGrid>
  );
}

function Remark({ letter, title, children }: { letter: string; title: string; children: ReactNode }) {
  return (
    <Box borderTopWidth="2px" borderColor="accent.solid" pt="5">
      <Heading as="h3" size="lg" mb="3">
        <Text as="span" display="block" textStyle="eyebrow" color="accent.fg" mb="2">
          Remark {letter}
        </Text>
        {title}
      </Heading>
      <Text color="fg.muted">{children}</Text>
    </Box>
  );
}
