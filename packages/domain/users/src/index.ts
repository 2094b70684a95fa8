export { loadAccountFacts } from './account-facts.ts';
export {
  type ActorRow,
  actorIdOf,
  isHiddenUser,
  loadActorsByName,
  loadActorsByUser,
  loadHiddenUsers,
  loadUnseenUsers,
  userById,
} from './actors.ts';
export { blockMessage } from './blocks/block-message.ts';
export { type FormatDate, loadDateFormat } from './blocks/dates.ts';
export { type BlockFields, blockFields, describeBlock } from './blocks/describe.ts';
export { type BlockRow, combineBlocks, isBlockInForce, loadUserBlocks, selectBlocks, toBlock } from './blocks/rows.ts';
export { type BlockScope, loadBlockScope } from './blocks/scope.ts';
export { coveringTargets } from './blocks/targets.ts';
export { centralFields, describeCentral } from './central-ids.ts';
export { createGenders, type Genders, loadGenders } from './genders.ts';
export { currentMemberships, type Groups, groupsOf, isCurrent, isPublicWiki, loadMemberships, rightsOf } from './groups/groups.ts';
export { describeMemberships, type GroupMember, MEMBER_COLUMNS, type Membership, membershipFields } from './groups/member.ts';
export { anyRightParam, explicitGroups, groupParam, groupsWithRight, isImplicitRight } from './groups/site-groups.ts';
export { createUsers, isAddressLike, isTemporaryName, type UserNames } from './names.ts';
export { addPerformer } from './performer.ts';
export { rangeTooBroad } from './ranges.ts';
export {
  canSeeAnythingHidden,
  hidingBit,
  isHidden,
  isSuppressed,
  lacksBits,
  maySee,
  type SuppressiblePart,
  unseenBits,
  type Visibility,
  visibilityOf,
  whereMaySee,
  whereShown,
} from './visibility.ts';
