// Internal declarations that UIKit's files share.
#pragma once
#include <UIKit/UIKit.h>
#include <phone/system.h>

@interface UIViewController () {
    @public
    UIView *_view;
    UIViewController *_parent;
    NSMutableArray *_children;
    int _appearance; // 0 gone, 1 will appear, 2 appeared
}
@end
// The two halves of a change in the life cycle: the immediate one, and the one at the next commit.
void phone_begin_appearing(UIViewController *, bool animated);
void phone_begin_disappearing(UIViewController *, bool animated);
// Returns the controllers inside a container that appear with it.
NSArray *phone_visible_children(UIViewController *);
void phone_commit(void); // CoreAnimation's commit: layout, then the work that waits for the frame
