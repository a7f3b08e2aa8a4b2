import type { RehearsalFinding, RehearsedPage } from '@site/release-model/rehearsal';
import { describePixels } from '@site/release-model/rehearsal-reading';
import { Badge, Box, Stack, Text } from '@site/ui';

const KINDS: Record<RehearsalFinding['kind'], string> = {
  'not-shown': 'Not shown',
  'uncaught-error': 'Error that nobody caught',
  'console-error': 'Error in the console',
  'failed-request': 'Request that failed',
  accessibility: 'Accessibility',
  'layout-shift': 'Layout shift',
};

/** How one page differs from the live one, and what was found on it. What the live page has as well does not count. */
export function PageFindings({ page }: { page: RehearsedPage }) {
  const { findings, layoutShift, pixels } = page;
  return (
    <Box role="status">
      <Text textStyle="sm">
        {pixels ? `${describePixels(page)} of the picture differ from the live page.` : 'This page is not live yet.'}{' '}
        {`It moved by ${layoutShift.toFixed(3)} while it was loaded.`}
      </Text>
      {findings.length === 0 ? (
        <Text textStyle="sm">Nothing was found.</Text>
      ) : (
        <Stack as="ul" role="list" listStyleType="none" ps="0" mt="2" gap="2" textStyle="sm" aria-label="Findings">
          {findings.map(({ kind, text, isLive }) => (
            <Box as="li" key={`${kind} ${text}`} overflowWrap="anywhere">
              <Text as="span" fontWeight="semibold">{`${KINDS[kind]}: `}</Text>
              {text} {isLive && <Badge size="sm">on the live page, too</Badge>}
            </Box>
          ))}
        </Stack>
      )}
    </Box>
  );
}
