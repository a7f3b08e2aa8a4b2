import { Box, chakra, VisuallyHidden } from '@site/ui';
import { COMPARISON, TIERS } from './tiers';

/** Which part belongs to which tier, as a table. */
export function TierComparison() {
  return (
    <Box mt="10" borderWidth="1px" borderRadius="l3" bg="bg.panel" overflow="hidden">
      <chakra.table width="full" borderCollapse="collapse" tableLayout="fixed" textStyle={{ base: '2xs', sm: 'sm', md: 'md' }}>
        <chakra.thead>
          <tr>
            <HeaderCell scope="col" textAlign="start">
              <VisuallyHidden>Part</VisuallyHidden>
            </HeaderCell>
            {TIERS.map(({ id, title }) => (
              <HeaderCell key={id} scope="col" width={{ base: '23%', md: '20%' }} verticalAlign="bottom">
                {title}
              </HeaderCell>
            ))}
          </tr>
        </chakra.thead>
        <tbody>
          {COMPARISON.map(({ what, from }) => (
            <chakra.tr key={what} borderTopWidth="1px" borderColor="border">
              <HeaderCell scope="row" textAlign="start" fontWeight="normal">
                {what}
              </HeaderCell>
              {TIERS.map(({ id }, index) => (
                <Included key={id} included={index + 1 >= from} added={index + 1 === from} />
              ))}
            </chakra.tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  );
}

const HeaderCell = chakra('th', {
  base: {
    px: { base: '1', sm: '3', md: '5' },
    py: { base: '3', md: '4' },
    _first: { ps: { base: '3', md: '5' } },
    fontWeight: 'semibold',
    lineHeight: 'short',
    overflowWrap: 'break-word',
  },
});

/** A tile for what is included, stronger in the tier that brings it first. Drawn by borders, which are printed and stay in forced colours. */
function Included({ included, added }: { included: boolean; added: boolean }) {
  return (
    <chakra.td textAlign="center" verticalAlign="middle">
      {included ? (
        <Box
          aria-hidden="true"
          display="inline-block"
          boxSize="5"
          borderWidth="0.625rem"
          borderColor={added ? 'accent.solid' : 'accent.border'}
          borderRadius="l1"
          verticalAlign="middle"
          css={added ? {} : { '@media (forced-colors: active)': { borderWidth: '0.125rem' } }}
        />
      ) : (
        <Box
          aria-hidden="true"
          display="inline-block"
          width="3"
          borderTopWidth="0.125rem"
          borderColor="border.emphasized"
          verticalAlign="middle"
        />
      )}
      <VisuallyHidden>{included ? (added ? 'Added' : 'Included') : 'Not included'}</VisuallyHidden>
    </chakra.td>
  );
}
