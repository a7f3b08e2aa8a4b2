/**
 * The core of the design system: what the first view of any page may need. It is part of the start-up of the site, so a component that
 * only some pages need belongs into a family of its own (`@site/ui/tabs`), which loads with the pages that use it.
 */
export {
  Badge,
  Box,
  Button,
  Center,
  chakra,
  Container,
  Flex,
  Grid,
  Heading,
  Icon,
  Image,
  Link,
  SimpleGrid,
  Skeleton,
  Spinner,
  Stack,
  Text,
  VisuallyHidden,
} from '@chakra-ui/react';
export type { BoxProps, ButtonProps, HTMLChakraProps, IconProps } from '@chakra-ui/react';

export { Card, type SiteCardProps } from './card';
export { createBrowserCache, type EmotionCache } from './emotion-cache';
export { InPlaceOf, type InPlaceOfProps } from './in-place-of';
export { LineIcon } from './line-icon';
export { ButtonLink, TextLink, type ButtonLinkProps, type LinkTarget, type TextLinkProps } from './links';
export { List } from './list';
export { NotFound } from './not-found';
export { Notice, type NoticeProps } from './notice';
export { notify, SIGN_IN_TOAST_MS, SITE_TOAST_MS, type Notification } from './notify';
export { PAGE_HEADING_ID, PageHeader, type PageHeaderProps } from './page-header';
export { PageMeta, type PageMetaProps } from './page-meta';
export { Picture, type PictureProps } from './picture';
export { Prose } from './prose';
export { UIProvider, type UIProviderProps } from './provider';
export { Section, type SectionProps } from './section';
export { SiteProvider, useSite, type Site } from './site-context';
export { EmptyState, ErrorPanel, PageSkeleton, type EmptyStateProps, type ErrorPanelProps } from './states';
export { StatusIcon, type Status } from './status-icon';
