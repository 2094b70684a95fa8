export { areaOf, type Box, boxAround, cellsOf, centerOf, readBox } from './box.ts';
export { type CoordinateArgument, type Coordinates, readCoordinates } from './coordinates.ts';
export { distance, type Point, pointParameter, primaryPoint, readPoint } from './point.ts';
export { type CoordinateField, cellOf, columnOf, coordinateParams, fieldsOf, GEO_TABLES, geoFields, geoTags } from './tables.ts';
