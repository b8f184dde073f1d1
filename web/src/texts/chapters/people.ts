import texts from '$texts/nl.toml?people';
import { addChapter } from '../texts.svelte';

addChapter(texts);
