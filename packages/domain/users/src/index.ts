export {
  type ActorRow,
  actorIdOf,
  isHiddenUser,
  loadActorsById,
  loadActorsByName,
  loadActorsByUser,
  loadHiddenUsers,
  userById,
} from './actors.ts';
export { centralFields, describeCentral } from './central-ids.ts';
export { createGenders, type Genders, loadGenders } from './genders.ts';
export { createUsers, isAddressLike, isTemporaryName, type Rigor, type UserNames } from './names.ts';
export { addPerformer } from './performer.ts';
