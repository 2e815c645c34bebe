// Imaging: float, double and struct methods. CGRect comes back in d0-d3.
#import <Foundation/Foundation.h>
#import <UIKit/UIKit.h>

typedef struct { float r, g, b; } ImagingPixel; // in s0-s2

@interface ImagingLayout : NSObject
- (CGRect)fit:(CGSize)size into:(CGRect)bounds scale:(double)scale;
- (CGFloat)aspect:(CGRect)rect;
@end

@interface ImagingDecoder : NSObject
- (ImagingPixel)blend:(ImagingPixel)over with:(ImagingPixel)under alpha:(float)alpha;
- (float)luma:(ImagingPixel)pixel;
- (double)decode:(NSString *)name rows:(unsigned)rows;
@end
