import { Badge, Box, Button, chakra, Flex, Heading, Skeleton, Text } from '@site/ui';
import { useState, type ReactNode } from 'react';
import type { PartFacts } from './part-facts';
import { inKilobytes, loadedFiles, weightInWords, type LoadedFile } from './part-weight';
import { whyInWords } from './why-in-words';

/** Characters of hashes that people compare. */
const SHORT = 12;
const UNKNOWN = 'not known';

interface PartCardProps {
  part: PartFacts;
  /** Its name in Module Federation. */
  /** Where this browser has the part from; null where it has not asked for it. */
  entry: string | null;
  /** Whether the edge is still asked. */
  isAsking: boolean;
  onShow: () => void;
}

/** A part of the page that is open. */
export function PartCard({ part, entry, isAsking, onShow }: PartCardProps): ReactNode {
  const { name, version, team, why, id, commit } = part;
  const [files] = useState(() => loadedFiles(name, entry));
  return (
    <Box as="section" aria-label={name} borderWidth="1px" borderRadius="l2" p="4">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap">
        <Heading as="h4" size="sm">
          {name}
        </Heading>
        <Badge whiteSpace="normal" overflowWrap="anywhere" borderRadius="0.75rem">
          {version}
        </Badge>
      </Flex>
      <Box mt="2" textStyle="sm" minH="2lh">
        {why ? <Text>{whyInWords(why)}</Text> : isAsking && <Skeleton h="2lh" />}
      </Box>
      <chakra.dl mt="3" display="grid" gridTemplateColumns="auto 1fr" columnGap="4" rowGap="1" textStyle="sm">
        <Fact term="Team">{team ?? UNKNOWN}</Fact>
        <Fact term="Release">{id === null ? UNKNOWN : <Hash value={id} />}</Fact>
        <Fact term="Commit">{commit === null ? UNKNOWN : <Hash value={commit} />}</Fact>
        <Fact term="Files">{weightInWords(files)}</Fact>
      </chakra.dl>
      {files.length > 0 && <FileList files={files} />}
      <Button size="sm" variant="outline" colorPalette="neutral" mt="4" onClick={onShow} aria-label={`Show on the page: ${name}`}>
        Show on the page
      </Button>
    </Box>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }): ReactNode {
  return (
    <>
      <chakra.dt color="fg.muted">{term}</chakra.dt>
      <chakra.dd overflowWrap="anywhere">{children}</chakra.dd>
    </>
  );
}

const Hash = ({ value }: { value: string }): ReactNode => (
  <chakra.code title={value} fontFamily="monospace">
    {value.slice(0, SHORT)}
  </chakra.code>
);

function FileList({ files }: { files: LoadedFile[] }): ReactNode {
  return (
    <chakra.details mt="2" textStyle="sm">
      <chakra.summary cursor="pointer" py="1" color="accent.fg">
        Which files
      </chakra.summary>
      <chakra.ul ps="5" listStyle="revert" overflowWrap="anywhere">
        {files.map(({ path, transferred }) => (
          <li key={path}>
            {path}, {transferred === 0 ? 'from the cache' : inKilobytes(transferred)}
          </li>
        ))}
      </chakra.ul>
    </chakra.details>
  );
}
