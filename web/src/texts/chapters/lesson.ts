import texts from '$texts/nl.toml?lesson';
import { addChapter } from '../texts.svelte';

addChapter(texts);
