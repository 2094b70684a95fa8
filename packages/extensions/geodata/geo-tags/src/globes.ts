interface Globe {
  /** Mean radius in metres; undefined for irregular bodies. */
  readonly radius: number | undefined;
  /** Smallest (`west`) and largest (`east`) longitude in degrees. */
  readonly west: number;
  readonly east: number;
  /** Sign of eastern longitudes; -1 on globes whose longitudes increase westward. */
  readonly eastward: 1 | -1;
}

const from0 = (radius?: number): Globe => ({ radius, west: 0, east: 360, eastward: 1 });
const westward = (radius?: number): Globe => ({ ...from0(radius), eastward: -1 });
const around0 = (radius?: number): Globe => ({ radius, west: -180, east: 180, eastward: 1 });

const GLOBES: ReadonlyMap<string, Globe> = new Map([
  ['earth', around0(6_371_010)],
  ['mercury', westward(2_439_700)],
  ['venus', from0(6_051_800)],
  ['moon', around0(1_737_100)],
  ['mars', from0(3_389_500)],
  ['phobos', westward()],
  ['deimos', westward()],
  ['ganymede', westward(2_634_100)],
  ['callisto', westward(2_410_300)],
  ['io', westward(1_821_600)],
  ['europa', westward(1_560_800)],
  ['mimas', westward(198_200)],
  ['enceladus', westward(252_100)],
  ['tethys', westward(531_100)],
  ['dione', westward(561_400)],
  ['rhea', westward(763_800)],
  ['titan', westward(2_575_500)],
  ['hyperion', westward()],
  ['iapetus', westward(734_500)],
  ['phoebe', westward()],
  ['miranda', from0(235_800)],
  ['ariel', from0(578_900)],
  ['umbriel', from0(584_700)],
  ['titania', from0(788_400)],
  ['oberon', from0(761_400)],
  ['triton', from0(1_353_400)],
  ['pluto', from0(1_187_000)],
]);

const UNKNOWN: Globe = { radius: undefined, west: -360, east: 360, eastward: 1 };

export const globeOf = (name: string): Globe => GLOBES.get(name) ?? UNKNOWN;
