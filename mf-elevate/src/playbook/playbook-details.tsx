import type { Playbook } from '@site/contracts/api/playbooks';
import * as paths from '@site/contracts/paths';
import { Badge, Box, ButtonLink, Flex, Notice, PageHeader, PageMeta, Section, Stack, Text, TextLink } from '@site/ui';
import { SubscriptionNotice } from '../subscription-notice';
import { TextBadge } from '../text-badge';

/** A playbook as its reader may see it: what the server withholds is not there to be shown. */
export function PlaybookDetails({ playbook, signedOut }: PlaybookTextsProps) {
  const { name, memberLevel, min_size, max_size, description_1 } = playbook;
  return (
    <>
      <PageMeta
        title={name}
        description={description_1 ?? undefined}
        keywords={`${name}, playbook, ${memberLevel}, incentives, culture, projects, roles`}
      />
      <PageHeader
        title={
          <Box as="span" overflowWrap="anywhere">
            {name}
          </Box>
        }
        eyebrow="Playbook"
        lead={description_1 && <Box whiteSpace="pre-line">{description_1}</Box>}
      >
        <TextBadge size="lg" colorPalette="accent">
          {memberLevel}
        </TextBadge>
        <Badge size="lg" variant="outline">
          Size: {min_size === max_size ? min_size : `${min_size}-${max_size}`}
        </Badge>
      </PageHeader>
      <Section pt={{ base: '8', md: '12', xl: '16' }}>
        <PlaybookTexts playbook={playbook} signedOut={signedOut} />
      </Section>
    </>
  );
}

interface PlaybookTextsProps {
  playbook: Playbook;
  signedOut: boolean;
}

/** What stands below the header of the page. */
export function PlaybookTexts({ playbook, signedOut }: PlaybookTextsProps) {
  const { description_2, description_3 } = playbook;
  return (
    <Stack gap="8" maxW="3xl">
      {description_2 && (
        <Text textStyle="lg" whiteSpace="pre-line">
          {description_2}
        </Text>
      )}
      {description_3 && (
        <Box borderInlineStartWidth="3px" borderColor="accent.solid" ps={{ base: '5', md: '8' }}>
          <Text whiteSpace="pre-line">{description_3}</Text>
        </Box>
      )}
      <Protection playbook={playbook} signedOut={signedOut} />
      <Flex>
        <ButtonLink to={paths.draftPlaybooks} variant="outline">
          Back to the Draft
        </ButtonLink>
      </Flex>
    </Stack>
  );
}

const PARTIALLY = 'This page is partially protected';

function Protection({ playbook: { id, is_locked, is_evaluating }, signedOut }: PlaybookTextsProps) {
  const signIn = { to: paths.signIn, state: { returnTo: paths.playbook(id) } };
  if (is_locked) return <SubscriptionNotice signIn={signIn} title={signedOut ? PARTIALLY : undefined} />;
  if (is_evaluating)
    return <Notice title="Evaluation is in progress">More relevant playbooks come as profile evaluation progresses.</Notice>;
  if (!signedOut) return null;
  return (
    <Notice title={PARTIALLY}>
      <TextLink {...signIn}>Sign in</TextLink> to read the rest of this playbook.
    </Notice>
  );
}
