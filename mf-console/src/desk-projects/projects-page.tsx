import { useState } from 'react';
import { projectInputSchema, type DeskProject } from '@site/contracts/api/desk';
import type { ColumnDef } from '@tanstack/react-table';
import { Button, EmptyState, Flex, Stack, TextLink } from '@site/ui';
import { ConfirmButton } from '../asking/confirm-button';
import { deskApi } from '../desk/desk.api';
import { ItemDialog } from '../editing/item-dialog';
import type { ItemField } from '../editing/item-fields';
import { useChosen } from '../editing/use-chosen';
import { DeskPage } from '../frame/desk-page';
import { AnsweredList } from '../listing/answered-list';
import { DataTable } from '../listing/data-table';

export default function ProjectsPage() {
  return (
    <DeskPage title="Projects">
      <Projects />
    </DeskPage>
  );
}

const FIELDS: ItemField[] = [
  { name: 'name', label: 'Name', kind: 'line' },
  { name: 'description', label: 'Description', kind: 'paragraphs' },
  { name: 'url', label: 'Address', kind: 'line', help: 'Starts with http:// or https://' },
];

const columnsOf = (onChange: (project: DeskProject) => void): ColumnDef<DeskProject>[] => [
  {
    header: 'Name',
    accessorKey: 'name',
    cell: ({ row: { original } }) => (
      <TextLink href={original.url} external fontWeight="semibold">
        {original.name}
      </TextLink>
    ),
  },
  { header: 'Description', id: 'description', cell: ({ row: { original } }) => original.description },
  { id: 'actions', cell: ({ row: { original } }) => <Actions project={original} onChange={() => onChange(original)} /> },
];

function Projects() {
  const [isAdding, setIsAdding] = useState(false);
  const projects = deskApi.useDeskProjectsQuery(undefined);
  const [changing, change] = useChosen(projects.data, ({ id }) => id);
  return (
    <Stack gap="6">
      <Button alignSelf="flex-start" onClick={() => setIsAdding(true)}>
        Add a project
      </Button>
      <AnsweredList
        answer={projects}
        what="the projects"
        empty={<EmptyState title="There is no project yet">Members are given the first one as soon as it is added.</EmptyState>}
      >
        {(all) => <DataTable caption="Projects" columns={columnsOf(change)} data={all} rowId={({ id }) => String(id)} />}
      </AnsweredList>
      {isAdding && <ProjectDialog onClose={() => setIsAdding(false)} />}
      {changing && <ProjectDialog project={changing} onClose={() => change(null)} />}
    </Stack>
  );
}

function Actions({ project, onChange }: { project: DeskProject; onChange: () => void }) {
  const { id, name, version } = project;
  const [remove] = deskApi.useDeskRemoveProjectMutation();
  return (
    <Flex gap="2" wrap={{ base: 'wrap', md: 'nowrap' }} justify={{ md: 'flex-end' }}>
      <Button size="sm" variant="outline" aria-label={`Change ${name}`} onClick={onChange}>
        Change
      </Button>
      <ConfirmButton
        title={`Remove ${name}`}
        meaning={`${name} is no longer in the list of projects that members are given.`}
        done={`${name} is removed.`}
        act={() => remove({ id, version })}
      >
        Remove
      </ConfirmButton>
    </Flex>
  );
}

function ProjectDialog({ project, onClose }: { project?: DeskProject; onClose: () => void }) {
  const [add] = deskApi.useDeskAddProjectMutation();
  const [save] = deskApi.useDeskSaveProjectMutation();
  const { version = 0, name = '', description = '', url = '' } = project ?? {};
  return (
    <ItemDialog
      keptAs={project ? undefined : 'project'}
      title={project ? `Change ${project.name}` : 'Add a project'}
      doIt={project ? 'Save the project' : 'Add the project'}
      done={project ? 'The project is saved.' : 'The project is added to the list that members are given.'}
      fields={FIELDS}
      schema={projectInputSchema}
      item={{ version, values: { name, description, url } }}
      save={(input, seen) => (project ? save({ id: project.id, version: seen, input }) : add(input))}
      onClose={onClose}
    />
  );
}
