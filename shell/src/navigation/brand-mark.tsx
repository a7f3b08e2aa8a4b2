/** The mark of the site, four tesserae of which one is being set, with the name of the practice. */
import { Box, Flex, useSite } from '@site/ui';
import { Link } from '@site/router';
import type { ReactNode } from 'react';
import * as paths from '@site/contracts/paths';

export function BrandMark(): ReactNode {
  const { brand } = useSite();
  return (
    <Flex
      asChild
      align="center"
      gap="2.5"
      color="fg"
      textDecoration="none"
      fontWeight="bold"
      textStyle="md"
      letterSpacing="tight"
      borderRadius="l1"
      minW="0"
      flexShrink={{ lg: 0 }}
    >
      <Link to={paths.home}>
        <Box asChild boxSize="7" flexShrink="0">
          <svg viewBox="0 0 28 28" aria-hidden="true">
            <rect x="1" y="1" width="12" height="12" rx="3" fill="#1f3fd6" />
            <rect x="15" y="1" width="12" height="12" rx="3" fill="#161a24" />
            <rect x="1" y="15" width="12" height="12" rx="3" fill="#161a24" />
            <rect x="16" y="16" width="10" height="10" rx="2.5" fill="none" stroke="#1f3fd6" strokeWidth="2" />
          </svg>
        </Box>
        <Box as="span" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
          {brand}
        </Box>
      </Link>
    </Flex>
  );
}
