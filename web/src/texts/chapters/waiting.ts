import texts from '$texts/nl.toml?waiting';
import { addChapter } from '../texts.svelte';

addChapter(texts);
