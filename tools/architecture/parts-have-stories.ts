import type { Rule } from './source-file.ts';

/** Where parts are: what page and console share, and what each has for itself. */
const PART = /^(?:packages\/ui\/src|apps\/(?:web|console)\/src\/ui)\/[\w-]+\.tsx$/;
const STORIES = /^apps\/(?:web|console)\/catalogue\/.+\.stories\.tsx$/;
const COMPONENT = /^export function ([A-Z]\w*)/gm;

/** Every component among the parts is in a story of the catalogue, which a browser test walks. */
export const partsHaveStories: Rule = {
  name: 'parts have stories',
  find: ({ sources }) => {
    const stories = sources.filter(({ path }) => STORIES.test(path)).flatMap(({ imports }) => imports);
    const hasStory = (part: string, component: string) =>
      stories.some(({ path, names }) => path === part && names.includes(component));
    return sources
      .filter(({ path, isTest }) => !isTest && PART.test(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(COMPONENT)]
          .filter(([, component = '']) => !hasStory(path, component))
          .map(([, component = '']) => ({ path, problem: `${component} is in no story of the catalogue` })),
      );
  },
};
