import { Box, Container, Flex, TextLink, useSite } from '@site/ui';
import { useSyncExternalStore, type ReactNode } from 'react';
import * as paths from '@site/contracts/paths';

/** Year of the sources that this shell was built of, set by the build; a document rendered ahead of time shows it until the browser knows better. */
declare const SOURCE_YEAR: number;

const never = (): (() => void) => () => undefined;
const currentYear = (): number => new Date().getFullYear();

export function SiteFooter({ blogUrl }: { blogUrl: string }): ReactNode {
  const { brand } = useSite();
  const year = useSyncExternalStore(never, currentYear, () => SOURCE_YEAR);
  return (
    <Box as="footer" borderTopWidth="1px" borderColor="border" bg="bg.subtle" mt="auto">
      <Container>
        <Flex direction={{ base: 'column', md: 'row' }} justify="space-between" gap={{ base: '6', md: '8' }} py={{ base: '10', md: '12' }}>
          <Flex
            as="nav"
            aria-label="Footer"
            wrap="wrap"
            columnGap={{ base: '5', sm: '7' }}
            rowGap="3"
            textStyle="sm"
            fontWeight="medium"
            _print={{ display: 'none' }}
          >
            <TextLink to={paths.archive} variant="plain">
              Archive
            </TextLink>
            <TextLink to={paths.contact} variant="plain">
              Contacts
            </TextLink>
            <TextLink href={blogUrl} variant="plain">
              Blog
            </TextLink>
            <TextLink to={paths.privacy} variant="plain">
              Privacy
            </TextLink>
            <TextLink to={paths.terms} variant="plain">
              Terms
            </TextLink>
          </Flex>
          <Box as="p" textStyle="sm" color="fg.muted">
            {`© ${year} ${brand}`}
          </Box>
        </Flex>
      </Container>
    </Box>
  );
}
