type Place = { readonly latitude: number; readonly longitude: number };

/** A city's skyline on a ground of 320 × 100. It is found by coordinates, because names differ by language. */
type Skyline = Place & { readonly path: string };

/** Joins the lines of a path. */
const lines = (...parts: readonly string[]) => parts.join('');

const SKYLINES: readonly Skyline[] = [
  // London: the clock tower, the gherkin, the shard, the wheel.
  {
    latitude: 51.5,
    longitude: -0.13,
    path: lines(
      'M0 100V80h16v-9h14v13h12V46h3V36l5-15 5 15v10h3v38h18V70h10v8h12v22M106 100V62',
      'c0-18 6-28 11-34 5 6 11 16 11 34v38M106 62l22-14M106 78l22-16M134 100V72h18v28M158 100 172 10l14 90',
      'M192 100V66h16v34M226 62a32 32 0 1 0 64 0 32 32 0 1 0-64 0M258 30v64M226 62h64M258 62l-14 38M258 62',
      'l14 38M296 100V78h24v22',
    ),
  },
  // Singapore: the three towers under their deck, the flower of the museum, the flyer.
  {
    latitude: 1.35,
    longitude: 103.82,
    path: lines(
      'M0 100V70h14v-8h12v38M34 100V52h14v48M58 100l4-56h14l4 56M88 100l4-56h14l4 56M118 100l4-56h14l4 56',
      'M50 44c30-8 70-10 98-4l-4 6H56zM160 100',
      'c-6-14-4-26 4-34 2 10 6 16 10 20 0-12 4-22 10-28 6 6 10 16 10 28 4-4 8-10 10-20 8 8 10 20 4 34',
      'M214 66a28 28 0 1 0 56 0 28 28 0 1 0-56 0M242 66l-12 34M242 66l12 34M278 100V58h16v42M300 100V76h20',
      'v24',
    ),
  },
  // Nairobi: the conference tower with its saucer, the ridge, an acacia.
  {
    latitude: -1.29,
    longitude: 36.82,
    path: lines(
      'M0 100V76h22v24M30 100V60h18v40M58 100V34l4-4h18l4 4v66M52 34h38l-4-7H56zM68 27V14h6v13M98 100V66',
      'l14-8v42M120 100V44l10-16 10 16v56M150 100V72h20v28M178 100V56h14v44M200 100',
      'c20-22 40-22 60-8 14-10 34-12 60 8M246 92c2-12 2-20 0-26-14 2-26 0-34-6 12-10 26-14 40-14s30 4 42 14',
      'c-12 6-26 8-42 6 0 8 0 16 2 26',
    ),
  },
  // New York: the stepped tower, the spire, the torch.
  {
    latitude: 40.71,
    longitude: -74.01,
    path: lines(
      'M0 100V62h16v38M22 100V48h18v52M48 100V60h6V40h6V26h4V6h2v20h4v14h6v20h6v40M90 100V54h16v46M114 100',
      'V44c0-14 6-20 8-36 2 16 8 22 8 36v56M138 100V66h22v34M168 100V36h20v64M168 36l20 10M196 100V58h16v42',
      'M236 100V76h22v24M240 76c0-14 2-22 7-26 5 4 7 12 7 26M243 48a4 4 0 1 1 8 0M251 52l8-18M257 34',
      'l2-6 3 6M272 100V70h18v30M296 100V82h24v18',
    ),
  },
  // Paris: the tower, the arch, the domes.
  {
    latitude: 48.86,
    longitude: 2.35,
    path: lines(
      'M0 100V78h30l4-8 4 8h12v22M64 100c14-18 20-46 23-92 3 46 9 74 23 92h-12c-3-10-19-10-22 0zM76 76h22',
      'M81 54h12M124 100V62h44v38h-12V82a10 10 0 0 0-20 0v18zM124 68h44M180 100V76h26v24M214 100V70',
      'c0-16 12-24 22-26 10 2 22 10 22 26v30M236 44V34M214 72h44M266 100V78h54v22',
    ),
  },
  // Tokyo: the red tower, the sky tree, the mountain.
  {
    latitude: 35.68,
    longitude: 139.69,
    path: lines(
      'M0 100 52 44h24l52 56M40 57l8 5 6-5 8 6 8-6 8 5 10-5M120 100c10-20 14-46 17-86 3 40 7 66 17 86h-8',
      'c-3-10-15-10-18 0zM127 70h20M131 50h12M164 100V66h18v34M188 100V54h14v46M212 100l4-70h-3v-6h4',
      'l1-20 1 20h4v6h-3l4 70M232 100V70h20v30M258 100V60h16v40M280 100V74h40v26',
    ),
  },
  // Hong Kong: the peaks behind, the finance tower, the bank of triangles.
  {
    latitude: 22.32,
    longitude: 114.17,
    path: lines(
      'M0 84c30-30 60-44 90-30 30-26 70-26 110-2 40-14 80 0 120 30M0 100V70h16v30M22 100V56h18v44M50 100V34',
      'c0-10 3-16 9-22 6 6 9 12 9 22v66M78 100V62h18v38M106 100V48l14-34 14 34v52M106 48l28 24M134 48',
      'l-28 24M106 72l28 24M144 100V58h18v42M172 100V40h16v60M196 100V66h18v34M222 100V50h16v50M246 100V70',
      'h20v30M272 100V56h14v44M292 100V78h28v22',
    ),
  },
  // Dubai: the needle of steps, the sail.
  {
    latitude: 25.2,
    longitude: 55.27,
    path: lines(
      'M0 100V76h18v24M26 100V62h16v38M50 100V70h14v30M74 100V70h5V52h5V36h5V22h3V4h2v18h3v14h5v16h5v18h5',
      'v30M122 100V58h16v42M146 100V68l12-10v42M168 100V50h14v50M192 100V72h16v28M226 100V28',
      'c26 12 40 42 42 72zM226 56c14 4 26 14 34 24M226 28v-8M280 100V66h14v34M300 100V80h20v20',
    ),
  },
  // Rio de Janeiro: the statue on its mountain, the sugarloaf, the bay.
  {
    latitude: -22.91,
    longitude: -43.17,
    path: lines(
      'M0 100c26-20 40-50 66-58 26 8 46 40 70 58M63 42V26h-13v-4h13a3 3 0 1 1 6 0h13v4H69v16M140 100',
      'c10-14 20-20 34-18 6-26 16-42 30-42 16 0 24 22 30 50 20-8 40-4 56 10M204 40l56-18M150 100V84h10v16',
      'M240 100V86h12v14M300 100c6-8 12-10 20-8',
    ),
  },
  // Sydney: the bridge, the shells of the opera, the tower.
  {
    latitude: -33.87,
    longitude: 151.21,
    path: lines(
      'M0 100V72h10v28M10 84h120M10 84c20-46 100-46 120 0M30 62v22M50 52v32M70 48v36M90 52v32M110 62v22',
      'M130 100V72h10v28M150 100c4-20 12-32 26-38-2 14 0 26 6 38M172 100c4-26 14-42 32-50-4 18-2 34 6 50',
      'M200 100c6-16 14-24 28-28-4 12-4 20 0 28M144 100h92M246 100V64h14v36M268 100V56h4V44h-4l3-8h6l3 8h-4',
      'v12h4v44M290 100V70h12v30M306 100V82h14v18',
    ),
  },
];

/** Maximum distance between a city and its skyline's place, in degrees. */
const NEARBY = 1;

/** Returns the skyline's outline for a city's coordinates; null if the city has none. */
export function skylineAt({ latitude, longitude }: Place): string | null {
  const skyline = SKYLINES.find(
    (candidate) =>
      Math.abs(candidate.latitude - latitude) < NEARBY && Math.abs(candidate.longitude - longitude) < NEARBY,
  );
  return skyline?.path ?? null;
}
