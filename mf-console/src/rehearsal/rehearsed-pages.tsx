import { useState } from 'react';
import type { Rehearsal, RehearsedPage } from '@site/release-model/rehearsal';
import { describePixels, verdictOfPage } from '@site/release-model/rehearsal-reading';
import { Box, EmptyState, Notice, Stack, Text } from '@site/ui';
import { Disclosure } from '@site/ui/disclosure';
import { Field, Select } from '@site/ui/form';
import { Answered } from '../display/answered';
import { Code } from '../display/code';
import { exactTime } from '../display/moment';
import { rehearsalsApi } from '../registry/rehearsals.api';
import { PageFindings } from './page-findings';
import { PagePictures } from './page-pictures';

/** What a browser found, page by page. The one that is looked at first is one that has failed, if there is any. */
export function RehearsedPages({ environment, id }: { environment: string; id: number }) {
  const answer = rehearsalsApi.useConsoleRehearsalQuery({ environment, id });
  return (
    <Answered answer={answer} what={`rehearsal ${id}`}>
      {(rehearsal) => <Pages rehearsal={rehearsal} />}
    </Answered>
  );
}

function Pages({ rehearsal }: { rehearsal: Rehearsal }) {
  const { environment, id, releases, revision, pages, unvisited, notRun, createdBy, createdAt } = rehearsal;
  const [chosen, choose] = useState(() =>
    Math.max(
      pages.findIndex((page) => verdictOfPage(page) === 'failed'),
      0,
    ),
  );
  const page = pages[chosen];
  const what = Object.entries(releases)
    .map(([name, { version }]) => `${name} ${version}`)
    .join(', ');
  return (
    <Stack gap="4">
      <Text textStyle="sm" color="fg.muted">
        {`${what} beside revision ${revision}, rehearsed by ${createdBy} on ${exactTime(createdAt)}.`}
      </Text>
      {notRun !== null && (
        <Notice status="warning" title="No browser has looked">
          {notRun}
        </Notice>
      )}
      {page === undefined ? (
        notRun === null && <EmptyState title="No page was opened" />
      ) : (
        <>
          <Box maxW="xl">
            <Field label="Page">
              <Select value={String(chosen)} onChange={({ target }) => choose(Number(target.value))}>
                {pages.map((one, index) => (
                  <option key={nameOf(one)} value={index}>
                    {`${nameOf(one)}: ${verdictOfPage(one)}, ${differenceOf(one)}`}
                  </option>
                ))}
              </Select>
            </Field>
          </Box>
          <PageFindings page={page} />
          {/* No wider than the window of which they are: that of a phone would be enlarged. */}
          <Box style={{ maxWidth: page.width }}>
            <PagePictures key={nameOf(page)} environment={environment} rehearsal={id} page={page} name={nameOf(page)} candidate={what} />
          </Box>
        </>
      )}
      {unvisited.length > 0 && (
        <Disclosure summary={`Pages that were not opened: ${unvisited.length}`}>
          <Stack as="ul" role="list" listStyleType="none" ps="0" gap="1" textStyle="sm">
            {unvisited.map(({ path, reason }) => (
              <li key={path}>
                <Code>{path}</Code> {reason}
              </li>
            ))}
          </Stack>
        </Disclosure>
      )}
    </Stack>
  );
}

const nameOf = ({ path, width }: RehearsedPage): string => `${path} at ${width} pixels`;

const differenceOf = (page: RehearsedPage): string => (page.pixels ? `${describePixels(page)} different` : describePixels(page));
