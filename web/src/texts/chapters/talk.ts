import texts from '$texts/nl.toml?talk';
import { addChapter } from '../texts.svelte';

addChapter(texts);
