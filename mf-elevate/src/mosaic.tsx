import { useId } from 'react';
import { Box } from '@site/ui';
import { mosaicLabel, PIECE_OUTLINE, PIECES, type TesseraRank } from './mosaic-pieces';

interface MosaicProps {
  rank: TesseraRank;
  /** True where the text beside the picture already says the rank. */
  decorative?: boolean;
}

const FIGURE_COLOUR = { '--mosaic-figure': '{colors.accent.contrast}' };

/** The developer-identity mosaic: four interlocking puzzle pieces, `rank` of them filled with their part of a portrait. */
export function Mosaic({ rank, decorative = false }: MosaicProps) {
  const id = useId();
  const name = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': mosaicLabel(rank) };
  return (
    <Box asChild display="block" w="full" h="auto" color="accent.solid" css={FIGURE_COLOUR}>
      <svg viewBox="0 0 200 200" {...name}>
        <defs>
          <pattern id={`${id}tiles`} width="20" height="20" patternUnits="userSpaceOnUse">
            <path d="M0 0H20M0 0V20" stroke="var(--mosaic-figure)" strokeWidth="2.4" strokeOpacity=".4" />
          </pattern>
          {PIECES.map(({ step, turn }) => (
            // The dark stroke takes two units off every piece: the gap between neighbours is even all the way round.
            <mask key={step} id={`${id}${step}`} maskUnits="userSpaceOnUse" x="0" y="0" width="200" height="200">
              <path d={PIECE_OUTLINE} transform={turn} fill="#fff" stroke="#000" strokeWidth="4" />
            </mask>
          ))}
        </defs>
        {PIECES.map(({ step }) => (
          <g key={step} mask={`url(#${id}${step})`} data-piece={step} data-filled={step <= rank}>
            {step <= rank ? (
              <Portrait tiles={`url(#${id}tiles)`} />
            ) : (
              <rect width="200" height="200" fill="currentColor" fillOpacity=".14" />
            )}
          </g>
        ))}
      </svg>
    </Box>
  );
}

/** What the four pieces show together. Each piece lets its own quarter through. */
function Portrait({ tiles }: { tiles: string }) {
  return (
    <>
      <rect width="200" height="200" fill="currentColor" />
      <g fill="var(--mosaic-figure)">
        <circle cx="100" cy="82" r="112" fillOpacity=".12" />
        <circle cx="100" cy="82" r="84" fillOpacity=".14" />
        <circle cx="100" cy="82" r="58" fillOpacity=".18" />
        <circle cx="100" cy="82" r="34" fillOpacity=".96" />
        <path d="M34 200a66 66 0 0 1 132 0z" fillOpacity=".8" />
      </g>
      <rect width="200" height="200" fill={tiles} />
    </>
  );
}
