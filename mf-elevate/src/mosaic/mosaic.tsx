import { useId } from 'react';
import { Box } from '@site/ui';
import { mosaicLabel, PIECE_OUTLINE, PIECES, type TesseraRank } from './pieces';

interface MosaicProps {
  rank: TesseraRank;
  /** True where the text beside the picture already says the rank. */
  decorative?: boolean;
}

/** The developer-identity mosaic: four interlocking puzzle pieces, `rank` of them filled with their part of a portrait. */
export function Mosaic({ rank, decorative = false }: MosaicProps) {
  const id = useId();
  const name = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': mosaicLabel(rank) };
  return (
    <Box asChild display="block" w="full" h="auto" color="accent.solid">
      <svg viewBox="-6 -6 212 212" {...name}>
        <defs>
          <pattern id={`${id}tiles`} width="20" height="20" patternUnits="userSpaceOnUse">
            <path d="M0 .6H20M.6 0V20" stroke="#fff" strokeWidth="1.2" strokeOpacity=".42" />
          </pattern>
          {PIECES.map(({ step, turn }) => (
            <clipPath key={step} id={`${id}${step}`}>
              <path d={PIECE_OUTLINE} transform={turn} />
            </clipPath>
          ))}
        </defs>
        {PIECES.map(({ step, turn, gap }) => (
          <g key={step} transform={gap} data-piece={step} data-filled={step <= rank}>
            {step <= rank ? (
              <g clipPath={`url(#${id}${step})`}>
                <Portrait />
                <rect width="200" height="200" fill={`url(#${id}tiles)`} />
              </g>
            ) : (
              <path d={PIECE_OUTLINE} transform={turn} fill="currentColor" fillOpacity=".05" {...emptyStroke} />
            )}
          </g>
        ))}
      </svg>
    </Box>
  );
}

const emptyStroke = { stroke: 'currentColor', strokeOpacity: 0.5, strokeWidth: 1.5, strokeDasharray: '5 5' };

/** What the four pieces show together. Each is clipped to its quarter. */
function Portrait() {
  return (
    <>
      <rect width="200" height="200" fill="currentColor" />
      <g fill="#fff">
        <circle cx="100" cy="82" r="112" fillOpacity=".12" />
        <circle cx="100" cy="82" r="84" fillOpacity=".14" />
        <circle cx="100" cy="82" r="58" fillOpacity=".18" />
        <circle cx="100" cy="82" r="34" />
        <path d="M34 200a66 66 0 0 1 132 0z" />
      </g>
    </>
  );
}
