export { loadPermissions, type PermissionRigor, type Permissions } from './permissions.ts';
export {
  type CascadingRestriction,
  isInForce,
  loadCascadingRestrictions,
  loadPageRestrictions,
  loadTitleProtections,
  type PageRestriction,
  type Restriction,
  restrictionTypes,
  rightOfLevel,
  selectTitleProtections,
  type TitleProtection,
} from './protection.ts';
export { isSubpage, type Subject } from './subjects.ts';
