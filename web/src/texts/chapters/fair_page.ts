import texts from '$texts/nl.toml?fair_page';
import { addChapter } from '../texts.svelte';

addChapter(texts);
