import { expect, it } from 'vitest';
import { readCoordinates } from './index.ts';

const read = (written: string) =>
  readCoordinates(
    written.split('|').map(part => {
      const [name, value] = part.split('=');
      return value === undefined ? { value: part } : { name: name!, value };
    }),
    'en',
  );

it.each<[string, number, number]>([
  ['48.8584|2.2945', 48.8584, 2.2945],
  ['-43.651208|-79.347015', -43.651208, -79.347015],
  ['43.651208|S|79.347015|W', -43.651208, -79.347015],
  ['57|18|N|4|27|w', 57.3, -4.45],
  ['57|18|22.5|N|4|27|32.7|W', 57.30625, -4.459083],
  ['57|18|22.5|-4|27|32.7', 57.30625, -4.459083],
  ['||1|N||2|E', 1, 2],
])('parses the coordinates %s', (written, lat, lon) => {
  const place = read(written);
  expect(place?.lat).toBeCloseTo(lat, 6);
  expect(place?.lon).toBeCloseTo(lon, 6);
});

it.each(['', '1', '1|2|3', '91|0', '0|181', '10.5|30|N|0|0|E', '10|60|N|0|0|E', '-10|N|5|E', 'x|y', '1|2|3|4|N|1|2|3|4|E'])(
  'rejects the invalid coordinates %j',
  written => expect(read(written)).toBeUndefined(),
);

it('parses the named arguments and packed fields of coordinates', () => {
  expect(read('1|2|primary|type:city(1,000)_region:fr-75')).toMatchObject({
    ...{ globe: 'earth', primary: true, type: 'city', dim: 10_000, country: 'FR', region: '75', name: null },
  });
  expect(read('1|2|type:city|dim=2km|name=Pier')).toMatchObject({ primary: false, dim: 2000, name: 'Pier' });
  expect(read('1|2|scale:50000_region:France')).toMatchObject({ dim: 5000, country: null, type: null });
  expect(read('1|2')?.dim).toBe(1000);
});

it('uses the longitude convention of the globe', () => {
  expect(read('1|N|200|W|globe:mercury')).toMatchObject({ lon: 200, globe: 'mercury' });
  expect(read('1|N|20|W|globe=Mars')).toMatchObject({ lon: 340, globe: 'mars' });
  expect(read('1|N|300|E')).toBeUndefined();
});
