/**
 * The facade of the site's database. Users, groups, devices, contents, access and tasks are in the packages
 * below, one for each subject, with the records beside the code that stores them. Pages and tracker meet
 * here and nowhere else. What one may not know of and what does not exist get the same answer, an empty
 * {@code Optional}.
 */
@NullMarked
package org.gridtorrent.catalog;

import org.jspecify.annotations.NullMarked;
